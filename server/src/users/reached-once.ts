import { sql } from 'kysely'
import type { Account } from '#contract/users/users'
import { readPhone } from '../contacts/contacts.ts'
import { isSameAddress } from '../contacts/spellings/spellings.ts'
import { lock } from '../db/locks.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'

type Reached = Pick<Account, 'email' | 'phoneNumber'>

/**
 * Throws if another user has the same e-mail address or number, in any notation (section 5 of the specification).
 * Values that the account already has (`before`) may stay. Numbers follow the rule of contacts, and are kept as typed,
 * because signatures show them. Errors: EMAIL_EXIST, PHONENUMBER_EXIST, VALIDATION.
 */
export async function assertReachedOnce(ctx: Ctx, id: string | null, given: Reached, before?: Reached): Promise<void> {
  const phone = phoneOf(given)
  const asked = {
    email: given.email !== '' && !(before && isSameAddress(given.email, before.email)),
    phone: phone !== '' && !(before && phone === phoneOf(before)),
  }
  if (!asked.email && !asked.phone) return
  if (asked.phone && !readPhone(given.phoneNumber)) {
    fail('VALIDATION', { fields: [{ path: 'phoneNumber', invalid: 'phone' }] })
  }
  await lock(ctx.db, 'users')
  const { rows } = await sql<Reached>`
    select email, phone_number as "phoneNumber" from app_user
     where deleted_at is null and id is distinct from ${id}::uuid`.execute(ctx.db)
  if (asked.email && rows.some(({ email }) => isSameAddress(email, given.email))) fail('EMAIL_EXIST')
  if (asked.phone && rows.some((one) => phoneOf(one) === phone)) fail('PHONENUMBER_EXIST')
}

const phoneOf = ({ phoneNumber }: Reached) => readPhone(phoneNumber)?.number ?? phoneNumber
