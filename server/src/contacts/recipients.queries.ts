import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { contactApi } from '#contract/contacts/contacts'
import type { AnswerOf } from '#contract/endpoint'
import type { DB } from '../db/schema.ts'
import { wordsOf } from '../db/words.ts'
import { JsonText } from '../http/answers.ts'
import { allOf, holds, mostHits, shortWalk } from './contacts.queries.ts'
import { spellingsOf } from './spellings/spellings.ts'

type Db = Kysely<DB>
type Recipients = JsonText<AnswerOf<typeof contactApi.emails>>

const mostRecipients = 50
/** Limit of contacts if no word was typed. */
const mostContacts = 200_000
/** Number of addresses per row of the result. */
const inPart = 1000

/** Returns the addresses of contacts outside the bin that contain each word typed in address or name, or all. */
export async function selectRecipients(db: Db, typed: string | undefined): Promise<Recipients> {
  const columns = ['email', 'surname', 'given_name', 'company'] as const
  const holdsWord = (word: string) =>
    sql`(${sql.join(
      columns.map((column) => holds(column, word)),
      sql` or `,
    )})`
  const found = typed ? allOf(wordsOf(typed).map(holdsWord)) : sql`true`
  const hits = (from = sql`contact_search`) =>
    sql`select s.contact_id, s.sort_key from ${from} s where ${found} and s.email <> ''`
  const inOrder = sql`order by sort_key, contact_id`
  if (!typed) return answerOf(await partsOf(db, sql`${hits()} ${inOrder} limit ${mostContacts}`))
  // As in search.queries.ts: few hits are collected and then sorted; of many the first are found by a short walk in
  // sort order.
  const first = sql`${inOrder} limit ${mostRecipients}`
  const few = sql`
    with hits as materialized (${hits()} limit ${mostHits + 1})
    select *, (select count(*) from hits) > ${mostHits} as is_cut from hits ${first}`
  const many = sql`
    with walked as materialized (${hits(sql`(select * from contact_search ${inOrder} limit ${shortWalk})`)} ${first}),
    others as materialized (${hits()} and (select count(*) < ${mostRecipients} from walked))
    select * from walked where (select count(*) = ${mostRecipients} from walked) union all select * from others ${first}`
  const most = sql`limit ${mostRecipients}`
  const parts = await partsOf(db, few, { most, isCut: sql`s.is_cut` })
  return answerOf(parts.some(({ isCut }) => isCut) ? await partsOf(db, many, { most }) : parts)
}

/** Returns the addresses of the contacts in order as comma-separated JSON, and whether more contacts were found. */
async function partsOf(db: Db, hits: RawBuilder<unknown>, { most = sql``, isCut = sql`false` } = {}) {
  const { rows } = await sql<{ recipients: string; isCut: boolean }>`
    select string_agg(recipient, ',' order by place) as recipients, bool_or(is_cut) as "isCut"
      from (select json_build_object('address', e.address, 'contactRef', c.id, 'fullName', c.full_name,
                                     'favorite', e.favorite)::text as recipient,
                   row_number() over (order by s.sort_key, c.id, e.favorite desc, e.id) as place, ${isCut} as is_cut
              from (${hits}) s join contact c on c.id = s.contact_id
              join email_address e on e.contact_id = c.id and e.shared_email_id is null
             order by place ${most}) shown
     group by (place - 1) / ${sql.lit(inPart)} order by min(place)`.execute(db)
  return rows
}

const answerOf = (parts: readonly { recipients: string }[]): Recipients =>
  new JsonText('[', ...parts.flatMap(({ recipients }, at) => (at > 0 ? [',', recipients] : [recipients])), ']')

/** Returns the names of suppliers and resellers who own one of these addresses. */
export async function selectSuppliersAndResellers(db: Db, recipients: readonly string[]): Promise<string[]> {
  const keys = recipients.flatMap((recipient) => spellingsOf(recipient.trim()))
  const { rows } = await sql<{ name: string }>`
    select distinct c.full_name as name from email_address e join contact c on c.id = e.contact_id
     where lower(e.address) = any (${keys}::text[]) and e.shared_email_id is null and not e.binned
       and (c.customer_type = 'SUPPLIER' or c.customer_type like 'RESELLER%') order by 1`.execute(db)
  return rows.map((row) => row.name)
}
