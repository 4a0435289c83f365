import { sql } from 'kysely'
import type { Account } from '#contract/users/users'
import { readPhone } from '../contacts/contacts.ts'
import { lock } from '../db/locks.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'

type Reached = Pick<Account, 'email' | 'phoneNumber'>

/**
 * Section 5 of the specification: no two users have the same e-mail address or number, in whatever notation. What stands
 * in an account already (`before`) stays. Errors: EMAIL_EXIST, PHONENUMBER_EXIST.
 */
export async function assertReachedOnce(ctx: Ctx, id: string | null, given: Reached, before?: Reached): Promise<void> {
  const [email, phone] = [emailOf(given), phoneOf(given)]
  const isNew = (value: string, former: string | undefined) => value !== '' && value !== former
  const asked = {
    email: isNew(email, before && emailOf(before)),
    phone: isNew(phone, before && phoneOf(before)),
  }
  if (!asked.email && !asked.phone) return
  await lock(ctx.db, 'users')
  const { rows } = await sql<Reached>`
    select email, phone_number as "phoneNumber" from app_user
     where deleted_at is null and id is distinct from ${id}::uuid`.execute(ctx.db)
  if (asked.email && rows.some((one) => emailOf(one) === email)) fail('EMAIL_EXIST')
  if (asked.phone && rows.some((one) => phoneOf(one) === phone)) fail('PHONENUMBER_EXIST')
}

const emailOf = ({ email }: Reached) => email.toLowerCase()
const phoneOf = ({ phoneNumber }: Reached) => readPhone(phoneNumber)?.number ?? phoneNumber
