import { type RawBuilder, sql } from 'kysely'
import { defaultTimeZone } from '#contract/limits'
import type { matchedFields, SearchType } from '#contract/omnisearch'
import { contactsWith } from '../contacts/contacts.ts'
import { seenBy } from '../db/assigned.ts'
import { seesEncounter } from '../db/seen.ts'
import { holdsAll, wordsOf } from '../db/words.ts'
import type { Ctx } from '../http/context.ts'
import { seesDocument } from '../lists/document-classifications/document-classifications.ts'
import type { Recognised } from './recognise.ts'

/** A hit with all of its texts that the words may stand in; the better `rank` is the smaller one. */
export interface Found {
  readonly id: string
  readonly title: string
  readonly contactRef: string | null
  readonly blackBoardRef: string | null
  readonly assigneeRef: string | null
  readonly rank: number
  readonly at: string
  readonly texts: readonly (readonly [field: (typeof matchedFields)[number], text: string | null])[]
}

/** So many hits are ranked; of more, the latest. */
const most = 1000
/** Among so many of the latest rows they are looked for then. */
const walk = 5000

/** What a type is searched by: hits with the key under which they are the latest, and what is shown of a few of them. */
interface Source {
  readonly hits: RawBuilder<unknown>
  /** The same among the latest rows alone; left out where the first hits are as good as any. */
  readonly latest?: RawBuilder<unknown>
  readonly found: RawBuilder<unknown>
}

/** The best hits of one type that the caller may see. Empty for a type that they may see nothing of. */
export async function findHits(
  ctx: Ctx,
  type: SearchType,
  term: string,
  recognised: Recognised,
  limit: number,
): Promise<Found[]> {
  const source = sources[type](ctx, term, recognised)
  if (!source) return []
  const { hits, latest, found } = source
  const { rows } = await sql<Found>`
    with few as materialized (${hits} limit ${most + 1}),
    hit as materialized (
      select * from few ${
        latest
          ? sql`where (select count(*) from few) <= ${most}
      union all select * from (${latest}) as late where (select count(*) from few) > ${most}`
          : sql``
      })
    select id, title, "contactRef", "blackBoardRef", "assigneeRef", rank, iso(at) as at, texts
      from (${found}) as ranked order by rank, at desc, id limit ${limit}`.execute(ctx.db)
  return rows
}

const none = sql`null::uuid`
const texts = (...pairs: readonly (readonly [string, RawBuilder<unknown>])[]) =>
  sql`json_build_array(${sql.join(pairs.map(([field, text]) => sql`json_build_array(${sql.lit(field)}, ${text})`))})`

const sources: Record<SearchType, (ctx: Ctx, term: string, recognised: Recognised) => Source | null> = {
  CONTACT({ actor }, term, { email, phone }) {
    if (!actor.permissions.has('CONTACT_READ')) return null
    const found = phone
      ? sql`select contact_id from contact_search where phone like ${`%${phone}%`}`
      : contactsWith(term)
    return {
      hits: sql`select contact_id as id from (${found}) as holding`,
      found: sql`
        select c.id, c.full_name as title, c.id as "contactRef", ${none} as "blackBoardRef", ${none} as "assigneeRef",
               c.updated_at as at,
               case when ${email}::text is not null and exists (
                      select from email_address e where e.contact_id = c.id and lower(e.address) = ${email}) then 0
                    when ${phone}::text is not null then 0
                    when fold(c.full_name) = fold(${term}) then 1
                    when fold(c.surname) = fold(${term}) or fold(c.company_name) = fold(${term}) then 1
                    when fold(c.full_name) like '%' || needle(${wordsOf(term)[0] ?? term}) then 2 else 3 end as rank,
               ${texts(
                 ['NAME', sql`c.full_name`],
                 [
                   'EMAIL_ADDRESS',
                   sql`(select string_agg(e.address, ', ') from email_address e where e.contact_id = c.id)`,
                 ],
                 [
                   'PHONE_NUMBER',
                   sql`(select string_agg(p.number, ', ') from phone_number p where p.contact_id = c.id)`,
                 ],
                 [
                   'ADDRESS',
                   sql`(select string_agg(concat_ws(', ', nullif(a.street, ''), trim(a.zip_code || ' ' || a.city)), '; ')
                      from address own join address a on a.id = coalesce(own.shared_address_id, own.id)
                     where own.contact_id = c.id)`,
                 ],
               )} as texts
          from hit join contact c on c.id = hit.id where c.deleted_at is null`,
    }
  },

  FLAME({ actor }, term, { date }) {
    if (!actor.permissions.has('FLAME_READ')) return null
    const words = wordsOf(term).map(
      (word) => sql`d.id in (
        select id from dossier where search like needle(${word})
        union all select own.id from dossier own where own.contact_id in (${contactsWith(word)}))`,
    )
    const day = sql`tstzrange((${date}::date)::timestamp at time zone ${sql.lit(defaultTimeZone)},
                              (${date}::date + 1)::timestamp at time zone ${sql.lit(defaultTimeZone)}, '[)')`
    const on = (column: string) => sql`(d.${sql.ref(column)} >= lower(${day}) and d.${sql.ref(column)} < upper(${day}))`
    const dates = sql`(${on('pickup_date')} or ${on('self_pickup_at')} or ${on('delivery_date')})`
    const condition = date ? dates : words.length > 0 ? sql.join(words, sql` and `) : sql`false`
    return {
      hits: sql`select d.id from dossier d where ${condition}`,
      found: sql`
        select f.id, c.full_name as title, d.contact_id as "contactRef", s.blackboard_id as "blackBoardRef",
               f.assignee_id as "assigneeRef", f.updated_at as at,
               case when fold(d.sap_ordernumber) = fold(${term}) or fold(d.shipment_reference) = fold(${term}) then 0
                    when ${date}::text is not null then 1
                    when f.archived_at is not null then 4 else 3 end as rank,
               ${texts(
                 [
                   'ORDER_NUMBER',
                   sql`concat_ws(', ', nullif(d.sap_ordernumber, ''), nullif(d.shipment_reference, ''))`,
                 ],
                 ['CERTIFICATE', sql`d.certificate_name`],
                 ['NAME', sql`c.full_name`],
                 ['DATE', sql`case when ${date}::text is not null then to_char(${date}::date, 'DD.MM.YYYY') end`],
               )} as texts
          from hit join dossier d on d.id = hit.id join flame f on f.id = d.flame_id
          join blackboard_step s on s.id = f.step_id join contact c on c.id = d.contact_id
         where f.deleted_at is null and ${seenBy('blackboard', sql`s.blackboard_id`, actor)}`,
    }
  },

  PROJECT: () => null,

  ENCOUNTER({ actor }, term) {
    if (!actor.permissions.has('ENCOUNTER_READ')) return null
    const condition = sql.join([sql`e.deleted_at is null`, ...holdsAll(sql`e.search`, term)], sql` and `)
    return {
      hits: sql`select e.id from encounter e where ${condition}`,
      latest: sql`select e.id from (select * from encounter order by id desc limit ${walk}) as e where ${condition}`,
      found: sql`
        select e.id, coalesce(nullif(e.title, ''), c.full_name) as title, e.contact_id as "contactRef",
               ${none} as "blackBoardRef", e.assignee_id as "assigneeRef", e.original_known_since as at, 3 as rank,
               ${texts(['SUBJECT', sql`e.title`], ['TEXT', sql`left(e.description, 20000)`], ['NAME', sql`c.full_name`])} as texts
          from hit join encounter e on e.id = hit.id join contact c on c.id = e.contact_id
         where e.deleted_at is null and c.deleted_at is null and ${seesEncounter(actor)}`,
    }
  },

  EMAIL({ actor }, term, { email, date }) {
    if (!actor.permissions.has('EMAIL_READ')) return null
    const day = sql`(${date}::date)::timestamp at time zone ${sql.lit(defaultTimeZone)}`
    const ofDay = [sql`e.received_at >= ${day} and e.received_at < ${day} + interval '1 day'`]
    const condition = sql.join(
      [sql`e.deleted_at is null`, ...(date ? ofDay : holdsAll(sql`e.search`, term))],
      sql` and `,
    )
    return {
      hits: sql`select e.id from email e where ${condition}`,
      ...(date
        ? {}
        : {
            latest: sql`select e.id from (select * from email order by id desc limit ${walk}) as e where ${condition}`,
          }),
      found: sql`
        select e.id, e.subject as title, e.contact_id as "contactRef", ${none} as "blackBoardRef",
               e.assignee_id as "assigneeRef", e.received_at as at,
               case when ${email}::text is not null and lower(e.from_address) = ${email} then 1
                    when ${date}::text is not null then 2
                    when fold(e.subject) like '%' || needle(${term}) then 2 else 3 end as rank,
               ${texts(
                 ['SUBJECT', sql`e.subject`],
                 ['EMAIL_ADDRESS', sql`trim(e.from_name || ' ' || e.from_address)`],
                 ['TEXT', sql`left(coalesce(nullif(b.text, ''), e.preview), 20000)`],
                 ['DATE', sql`case when ${date}::text is not null then to_char(${date}::date, 'DD.MM.YYYY') end`],
               )} as texts
          from hit join email e on e.id = hit.id left join email_body b on b.id = e.id where e.deleted_at is null`,
    }
  },

  CONTACT_ATTACHMENT({ actor }, term) {
    if (!actor.permissions.has('READ_CONTACT_DOCUMENTS')) return null
    const condition = sql.join([sql`d.deleted_at is null`, ...holdsAll(sql`search_text(d.name)`, term)], sql` and `)
    return {
      hits: sql`select d.id from contact_document d where ${condition}`,
      found: sql`
        select d.id, d.name as title, d.contact_id as "contactRef", ${none} as "blackBoardRef", ${none} as "assigneeRef",
               v.uploaded_at as at, case when fold(d.name) = fold(${term}) then 1 else 3 end as rank,
               ${texts(['FILE_NAME', sql`d.name`], ['NAME', sql`c.full_name`])} as texts
          from hit join contact_document d on d.id = hit.id join contact c on c.id = d.contact_id
          join contact_document_version v on v.document_id = d.id and v.number = d.current_number
         where d.deleted_at is null and c.deleted_at is null and ${seesDocument(sql`d.classification_id`, actor)}`,
    }
  },
}
