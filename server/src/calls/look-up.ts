import { sql } from 'kysely'
import type { telephonyApi } from '#contract/calls/telephony'
import type { AnswerOf } from '#contract/endpoint'
import { pathTo } from '#contract/routes'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { selectCandidates } from './candidates.ts'
import { numberOf } from './numbers/numbers.ts'

type Found = AnswerOf<typeof telephonyApi.threeCxContacts>

const mostFound = 5

/** Returns the contacts that own or share a number. Errors: FORBIDDEN for an access key without CONTACT_READ. */
export async function lookUp({ db, actor }: Ctx, written: string, origin: string): Promise<Found> {
  if (!actor.permissions.has('CONTACT_READ')) fail('FORBIDDEN')
  const number = numberOf(written)
  const candidates = await selectCandidates(db, number, false)
  const owners = candidates.filter(({ reason }) => reason === 'EXACT' || reason === 'SHARED').slice(0, mostFound)
  const { rows } = await sql<Omit<Found['contacts'][number], 'url'>>`
    select c.id, c.given_name as "givenName", c.surname, c.company_name as company, ${number} as number,
           coalesce((select e.address from email_address e
                      where e.contact_id = c.id and e.address <> '' and not e.binned order by e.id limit 1), '') as email
      from contact c
     where c.id = any(${owners.map(({ contactRef }) => contactRef)}::uuid[])
     order by fold(c.full_name), c.id`.execute(db)
  return { contacts: rows.map((one) => ({ ...one, url: origin + pathTo('contact', { id: one.id }) })) }
}
