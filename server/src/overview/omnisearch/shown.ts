import { type RawBuilder, sql } from 'kysely'
import type { matchedFields, SearchType } from '#contract/overview/omnisearch'
import { preparedStatement } from '../../db/db.ts'
import { seesContact } from '../../db/seen.ts'
import type { Actor, Ctx } from '../../http/context.ts'
import { soughtIn } from './recognise.ts'
import type { Asked } from './sources.ts'

/** What is shown of a hit, with all texts that may contain the words. */
export interface Shown {
  readonly id: string
  readonly title: string
  readonly contactRef: string | null
  readonly contactName: string | null
  readonly blackBoardRef: string | null
  readonly assigneeRef: string | null
  readonly emailAddress?: string | null
  readonly texts: readonly (readonly [field: (typeof matchedFields)[number], text: string | null])[]
}

/** Reads hits that `findPlaces` found for the caller; long texts are cut to the passages around the words. */
export async function readShown(ctx: Ctx, type: SearchType, ids: readonly string[], asked: Asked): Promise<Shown[]> {
  if (ids.length === 0) return []
  return (await queries[type](ctx.actor, ids, asked, soughtIn(asked.term, asked.recognised)).execute(ctx.db)).rows
}

const none = sql`null::uuid`
const texts = (...pairs: readonly (readonly [(typeof matchedFields)[number], RawBuilder<unknown>])[]) =>
  sql`json_build_array(${sql.join(pairs.map(([field, text]) => sql`json_build_array(${sql.lit(field)}, ${text})`))}) as texts`
const day = (date: string | null) =>
  sql`case when ${date}::date is not null then to_char(${date}::date, 'DD.MM.YYYY') end`

/** Texts of a contact besides its name. */
const ofContact = [
  ['COMPANY', sql`c.company_name`],
  [
    'EMAIL_ADDRESS',
    sql`(select string_agg(coalesce(content.address, own.address), ', ')
           from email_address own left join email_address content on content.id = own.shared_email_id
          where own.contact_id = c.id)`,
  ],
  [
    'PHONE_NUMBER',
    sql`(select string_agg(coalesce(content.number, own.number), ', ')
           from phone_number own left join phone_number content on content.id = own.shared_phone_id
          where own.contact_id = c.id)`,
  ],
  [
    'ADDRESS',
    sql`(select string_agg(concat_ws(', ', nullif(a.street, ''), trim(a.zip_code || ' ' || a.city)), '; ')
           from address own join address a on a.id = coalesce(own.shared_address_id, own.id)
          where own.contact_id = c.id)`,
  ],
] as const

type MakeQuery = (actor: Actor, ids: readonly string[], asked: Asked, words: readonly string[]) => RawBuilder<Shown>

const queries: Record<SearchType, MakeQuery> = {
  CONTACT: (_, ids) => sql`${preparedStatement}
    select c.id, c.full_name as title, c.id as "contactRef", c.full_name as "contactName", ${none} as "blackBoardRef",
           ${none} as "assigneeRef", (
             select coalesce(content.address, own.address) from email_address own
               left join email_address content on content.id = own.shared_email_id
              where own.contact_id = c.id order by own.favorite desc, own.id limit 1) as "emailAddress", ${texts(['NAME', sql`c.full_name`], ...ofContact, ['TAX_NUMBER', sql`c.uid`], ['EORI', sql`c.eori`], ['TEXT', sql`c.remarks`])}
      from contact c where c.id = any (${ids}::uuid[])`,

  FLAME: (_, ids, { recognised }) => sql`${preparedStatement}
    select f.id, c.full_name as title, d.contact_id as "contactRef", c.full_name as "contactName",
           s.blackboard_id as "blackBoardRef", f.assignee_id as "assigneeRef", ${texts(
             ['ORDER_NUMBER', sql`concat_ws(', ', nullif(d.sap_ordernumber, ''), nullif(d.shipment_reference, ''))`],
             ['CERTIFICATE', sql`d.certificate_name`],
             ['NAME', sql`c.full_name`],
             ['TEXT', sql`concat_ws(' ', d.notes, d.note_for_articles, d.avis_text)`],
             ...ofContact,
             ['DATE', day(recognised.date)],
           )}
      from flame f join dossier d on d.flame_id = f.id join blackboard_step s on s.id = f.step_id
      join contact c on c.id = d.contact_id where f.id = any (${ids}::uuid[])`,

  PROJECT: (_, ids, { recognised }, words) => sql`${preparedStatement}
    select p.id, p.title, ${none} as "contactRef", concerned.names as "contactName",
           s.blackboard_id as "blackBoardRef", p.assignee_id as "assigneeRef", ${texts(
             ['SUBJECT', sql`p.title`],
             ['NAME', sql`concerned.names`],
             ['TEXT', sql`passage(regexp_replace(p.description, '<[^>]*>', ' ', 'g'), ${words}::text[])`],
             ['DATE', day(recognised.date)],
           )}
      from project p join blackboard_step s on s.id = p.step_id,
           lateral (select string_agg(c.full_name, ', ' order by fold(c.full_name), c.id) as names
                      from project_contact one join contact c on c.id = one.contact_id
                     where one.project_id = p.id) as concerned
     where p.id = any (${ids}::uuid[])`,

  ENCOUNTER: (_, ids, { recognised }, words) => sql`${preparedStatement}
    select e.id, coalesce(nullif(e.title, ''), c.full_name) as title, e.contact_id as "contactRef",
           c.full_name as "contactName", ${none} as "blackBoardRef", e.assignee_id as "assigneeRef", ${texts(
             ['SUBJECT', sql`e.title`],
             [
               'TEXT',
               sql`passage(case when e.encounter_type like 'EMAIL%' then regexp_replace(e.description, '<[^>]*>', ' ', 'g')
                                else e.description end, ${words}::text[])`,
             ],
             ['NAME', sql`c.full_name`],
             ['DATE', day(recognised.date)],
           )}
      from encounter e join contact c on c.id = e.contact_id where e.id = any (${ids}::uuid[])`,

  EMAIL: (actor, ids, { recognised }, words) => sql`${preparedStatement}
    select e.id, e.subject as title, c.id as "contactRef", c.full_name as "contactName", ${none} as "blackBoardRef",
           e.assignee_id as "assigneeRef", ${texts(
             ['SUBJECT', sql`e.subject`],
             ['EMAIL_ADDRESS', sql`trim(e.from_name || ' ' || e.from_address)`],
             ['TEXT', sql`passage(coalesce(nullif(b.text, ''), e.preview), ${words}::text[])`],
             ['DATE', day(recognised.date)],
             [
               'FILE_NAME',
               sql`(select string_agg(a.name, ', ' order by a.position) from email_attachment a where a.email_id = e.id and not a.inline)`,
             ],
             [
               'FILE_TEXT',
               sql`(select string_agg(a.name || ': ' || passage(t.text, ${words}::text[]), E'\n' order by a.position)
                      from email_attachment a join file_text t on t.hash = a.file_hash
                     where a.email_id = e.id and not a.inline
                       and (select bool_or(t.search like needle(word) and t.search ~ joined_needle(word)) from unnest(${words}::text[]) as word))`,
             ],
           )}
      from email e left join email_body b on b.id = e.id
      left join contact c on c.id = e.contact_id and ${sql.lit(actor.permissions.has('CONTACT_READ'))}
                         and ${seesContact(sql`e.contact_id`, actor)}
     where e.id = any (${ids}::uuid[])`,

  CONTACT_ATTACHMENT: (_, ids, __, words) => sql`${preparedStatement}
    select d.id, d.name as title, d.contact_id as "contactRef", c.full_name as "contactName", ${none} as "blackBoardRef",
           ${none} as "assigneeRef", ${texts(
             ['FILE_NAME', sql`d.name`],
             ['FILE_TEXT', sql`passage(t.text, ${words}::text[])`],
             ['NAME', sql`c.full_name`],
           )}
      from contact_document d join contact c on c.id = d.contact_id
      join contact_document_version v on v.document_id = d.id and v.number = d.current_number
      left join file_text t on t.hash = v.file_hash where d.id = any (${ids}::uuid[])`,
}
