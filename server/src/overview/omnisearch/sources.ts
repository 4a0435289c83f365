import { type RawBuilder, sql } from 'kysely'
import type { SearchType } from '#contract/overview/omnisearch'
import { contactsWith } from '../../contacts/contacts.ts'
import { seenBy } from '../../db/assigned.ts'
import { startOfDay } from '../../db/days.ts'
import { seesEncounter } from '../../db/seen.ts'
import { holdsAll, needleOnce, wordsOf } from '../../db/words.ts'
import type { Actor } from '../../http/context.ts'
import { seesDocument } from '../../lists/document-classifications/document-classifications.ts'
import type { Recognised } from './recognise.ts'

/** What is asked for: words, what they are by their shape, and what narrows the hits. */
export interface Asked {
  readonly term: string
  readonly recognised: Recognised
  /** Days in Zurich, both included. */
  readonly from?: string
  readonly until?: string
  readonly contactRef?: string
  readonly userRef?: string
}

/** Where the hits of a type that the caller may see are looked for, each as its id, when it is of, and its rank: the better the smaller. */
export interface Source {
  readonly hits: readonly RawBuilder<unknown>[]
  /** Hits that stand before all others, which find them too. */
  readonly before?: RawBuilder<unknown>
  /** The same among so many of the latest rows alone; left out where all hits are ranked before any is shown. */
  readonly latest?: (rows: number) => RawBuilder<unknown>
  /** Of more hits than can be ranked, those among so many of the latest rows. */
  readonly walk?: number
  /** A word that stands in so many of so few of the latest rows stands in so many rows that these are hits enough, unless there are no others. */
  readonly common?: { readonly rows: number; readonly hits: number; readonly others: RawBuilder<unknown> }
}

type MakeSource = (actor: Actor, asked: Asked) => Source | null

const and = (conditions: readonly RawBuilder<unknown>[]) => sql.join([...conditions], sql` and `)

/** What narrows the hits; a type that knows no person has none of that person. */
function narrowed(
  { from, until, contactRef, userRef }: Asked,
  columns: { at: RawBuilder<unknown>; contact: RawBuilder<unknown>; users: readonly RawBuilder<unknown>[] },
): RawBuilder<unknown>[] {
  const { at, contact, users } = columns
  return [
    ...(from ? [sql`${at} >= ${startOfDay(from)}`] : []),
    ...(until ? [sql`${at} < ${startOfDay(until, 1)}`] : []),
    ...(contactRef ? [sql`${contact} = ${contactRef}`] : []),
    ...(userRef ? [users.length > 0 ? sql`${userRef} in (${sql.join([...users])})` : sql`false`] : []),
  ]
}

const outsideBin = (contact: RawBuilder<unknown>) =>
  sql`exists (select from contact owner where owner.id = ${contact} and owner.deleted_at is null)`

const contacts: MakeSource = (actor, asked) => {
  if (!actor.permissions.has('CONTACT_READ')) return null
  const { term, recognised } = asked
  const withNumber = sql`select s.contact_id from contact_search s where s.phone like ${`%${recognised.phone}%`}`
  const words = wordsOf(term)
  const inOrder = [words.join(' '), [...words].reverse().join(' ')]
  // as it is, or before its other spellings
  const isCalled = (column: string) => sql`(${sql.ref(`s.${column}`)} like (select ' ' || needle_start(${term}))
    or ${sql.ref(`s.${column}`)} like (select ' ' || needle_start(${term}) || ' %'))`
  const isNamedSo = sql`s.sort_key in ((select fold(${inOrder[0]})), (select fold(${inOrder[1]})))`
  // with and without its prefix
  const isWholeNumber = sql`(s.phone || ' ' like '% ' || ${recognised.phone}::text || ' %'
    or s.phone || ' ' like '% 0' || ${recognised.phone}::text || ' %')`
  const rank = sql`case
    when ${isWholeNumber} then 0
    when ${recognised.email}::text is not null and s.email || ' ' like (select '% ' || needle_start(${recognised.email}) || ' %') then 0
    when ${isNamedSo} then 1
    when ${isCalled('surname')} or ${isCalled('company')} then 1
    when ${recognised.zipCode}::text is not null and s.zip_code || ' ' like '% ' || ${recognised.zipCode} || ' %' then 1
    when s.phone like '%' || ${recognised.phone}::text || '%' then 1
    when (s.given_name || s.surname || s.company) like (select '% ' || needle_start(${words[0] ?? term}) || '%') then 2
    else 3 end`
  const narrow = narrowed(asked, { at: sql`c.updated_at`, contact: sql`c.id`, users: [] })
  const select = (holding: RawBuilder<unknown>) => sql`
    select c.id, c.updated_at as at, ${rank} as rank
      from (${holding}) holding join contact_search s on s.contact_id = holding.contact_id
      join contact c on c.id = s.contact_id ${narrow.length > 0 ? sql`where ${and(narrow)}` : sql``}`
  // of a name that is part of very many others, those first who have just that one
  const named = sql`
    select s.contact_id from contact_search s where ${isNamedSo} or ${isCalled('surname')} or ${isCalled('company')}`
  const found = contactsWith(term, needleOnce)
  // five digits may be a zip code or stand in a number
  if (recognised.phone) return { hits: recognised.zipCode ? [select(found), select(withNumber)] : [select(withNumber)] }
  const isMore = recognised.email !== null || recognised.zipCode !== null
  return isMore ? { hits: [select(named), select(found)] } : { before: select(named), hits: [select(found)] }
}

const flames: MakeSource = (actor, asked) => {
  if (!actor.permissions.has('FLAME_READ')) return null
  const { term, recognised } = asked
  const { date } = recognised
  const on = (column: string) =>
    sql`(d.${sql.ref(column)} >= ${startOfDay(date ?? '')} and d.${sql.ref(column)} < ${startOfDay(date ?? '', 1)})`
  const dates = sql`(${on('pickup_date')} or ${on('self_pickup_at')} or ${on('delivery_date')})`
  const rank = sql`case
    when (select fold(${term})) in (order_text(d.sap_ordernumber), order_text(d.shipment_reference)) then 0
    when ${date}::text is not null then 1
    when f.archived_at is not null then 4 else 3 end`
  const narrow = narrowed(asked, { at: sql`f.updated_at`, contact: sql`d.contact_id`, users: [sql`f.assignee_id`] })
  const select = (from: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[]) => sql`
    select f.id, f.updated_at as at, ${rank} as rank
      from ${from} join flame f on f.id = d.flame_id join blackboard_step s on s.id = f.step_id
     where ${and([...conditions, sql`f.deleted_at is null`, seenBy('blackboard', sql`s.blackboard_id`, actor), ...narrow])}`
  if (date) return { hits: [select(sql`dossier d`, [dates])] }
  const words = wordsOf(term)
  const inDossier = (word: string) => sql`d.search like ${needleOnce(word)}`
  const inEach = words.map((word) => sql`(${inDossier(word)} or d.contact_id in (${contactsWith(word, needleOnce)}))`)
  return {
    hits: [
      select(sql`dossier d`, [
        sql`(${sql.join(words.map(inDossier), sql` or `)})`,
        ...(words.length > 1 ? inEach : []),
      ]),
      select(sql`(${contactsWith(term, needleOnce)}) named join dossier d on d.contact_id = named.contact_id`, []),
    ],
  }
}

/** By its texts and the names of the contacts that it concerns, as the list of projects; by a day when it is due. */
const projects: MakeSource = (actor, asked) => {
  if (!actor.permissions.has('PROJECT_READ')) return null
  const { term, recognised, contactRef } = asked
  const { date } = recognised
  const words = wordsOf(term).map(
    (word) => sql`p.id in (
      select id from project where search like ${needleOnce(word)}
      union all
      select concerned.project_id from project_contact concerned join contact c on c.id = concerned.contact_id
       where concerned.contact_id in (${contactsWith(word, needleOnce)}) and search_text(c.full_name) like ${needleOnce(word)})`,
  )
  const on = (column: string) =>
    sql`(p.${sql.ref(column)} >= ${startOfDay(date ?? '')} and p.${sql.ref(column)} < ${startOfDay(date ?? '', 1)})`
  const isDue = sql`p.archived_at is null and (${on('finished')} or ${on('reminder_at')})`
  const rank = sql`case
    when ${date}::text is not null then 1
    when p.archived_at is not null then 4
    when order_text(p.title) like (select needle_start(${term}) || '%') then 2 else 3 end`
  const contact = sql`(
    select one.contact_id from project_contact one where one.project_id = p.id and one.contact_id = ${contactRef ?? null})`
  const narrow = narrowed(asked, { at: sql`p.updated_at`, contact, users: [sql`p.assignee_id`] })
  return {
    hits: [
      sql`select p.id, p.updated_at as at, ${rank} as rank
            from project p join blackboard_step s on s.id = p.step_id
           where ${and([...(date ? [isDue] : words), sql`p.deleted_at is null`, seenBy('blackboard', sql`s.blackboard_id`, actor), ...narrow])}`,
    ],
  }
}

const encounters: MakeSource = (actor, asked) => {
  if (!actor.permissions.has('ENCOUNTER_READ')) return null
  const users = [sql`e.assignee_id`, sql`e.created_by`]
  const rows = (from: RawBuilder<unknown>) => sql`
    select e.id, e.original_known_since as at, 3 as rank from ${from} as e
     where ${and([
       sql`e.deleted_at is null`,
       ...holdsAll(sql`e.search`, asked.term, needleOnce),
       ...narrowed(asked, { at: sql`e.original_known_since`, contact: sql`e.contact_id`, users }),
       outsideBin(sql`e.contact_id`),
       seesEncounter(actor),
     ])}`
  return {
    hits: [rows(sql.table('encounter'))],
    latest: (count) => rows(sql`(select * from encounter order by id desc limit ${sql.lit(count)})`),
    walk: 5000,
    common: { rows: 500, hits: 25, others: sql`select from encounter order by id desc offset 500` },
  }
}

const emails: MakeSource = (actor, asked) => {
  if (!actor.permissions.has('EMAIL_READ')) return null
  const { term, recognised } = asked
  const { email, date } = recognised
  const words = holdsAll(sql`e.search`, term, needleOnce)
  const narrow = [
    sql`e.deleted_at is null`,
    ...narrowed(asked, { at: sql`e.received_at`, contact: sql`e.contact_id`, users: [sql`e.assignee_id`] }),
  ]
  const select = sql`select e.id, e.received_at as at,
    case when ${email}::text is not null and lower(e.from_address) = ${email} then 1
         when ${date}::text is not null then 2
         when order_text(e.subject) like (select '%' || needle_start(${term}) || '%') then 2 else 3 end as rank`
  if (date) {
    return {
      hits: [
        sql`${select} from email e where ${and([...narrow, sql`e.received_at >= ${startOfDay(date)} and e.received_at < ${startOfDay(date, 1)}`])}`,
      ],
    }
  }
  const rows = (from: RawBuilder<unknown>) => sql`${select} from ${from} as e where ${and([...words, ...narrow])}`
  const notByItself = sql`not (${and(words)})`
  return {
    hits: [
      rows(sql.table('email')),
      sql`${select} from file_text t join email_attachment a on a.file_hash = t.hash and not a.inline
            join email e on e.id = a.email_id
           where t.in_email and ${inFiles(term)} and ${and([notByItself, ...narrow])}`,
      sql`${select} from email_attachment a left join file_text t on t.hash = a.file_hash join email e on e.id = a.email_id
           where not a.inline and ${inNameAndElse(sql`a.search`, [sql`t.search`, sql`e.search`], term)} and ${and([notByItself, ...narrow])}`,
    ],
    latest: (count) =>
      rows(
        sql`(select * from email where deleted_at is null order by received_at desc, id desc limit ${sql.lit(count)})`,
      ),
    walk: 5000,
    common: {
      rows: 200,
      hits: 10,
      others: sql`select from email where deleted_at is null order by received_at desc, id desc offset 200`,
    },
  }
}

const documents: MakeSource = (actor, asked) => {
  if (!actor.permissions.has('READ_CONTACT_DOCUMENTS')) return null
  const { term } = asked
  const conditions = and([
    sql`d.deleted_at is null`,
    outsideBin(sql`d.contact_id`),
    seesDocument(sql`d.classification_id`, actor),
    ...narrowed(asked, { at: sql`v.uploaded_at`, contact: sql`d.contact_id`, users: [sql`v.uploaded_by`] }),
  ])
  const current = sql`contact_document_version v on v.document_id = d.id and v.number = d.current_number`
  const inName = and(holdsAll(sql`d.search`, term, needleOnce))
  const inText = inFiles(term)
  const hits = [
    sql`select d.id, v.uploaded_at as at, case when order_text(d.name) like (select needle_start(${term}) || '%') then 1 else 2 end as rank
          from contact_document d join ${current} where ${inName} and ${conditions}`,
    sql`select d.id, v.uploaded_at as at, 3 as rank
          from file_text t join contact_document_version v on v.file_hash = t.hash
          join contact_document d on d.id = v.document_id and d.current_number = v.number
         where t.in_document and ${inText} and not (${inName}) and ${conditions}`,
  ]
  if (wordsOf(term).length > 1) {
    hits.push(sql`select d.id, v.uploaded_at as at, 3 as rank
      from contact_document d join ${current} join file_text t on t.hash = v.file_hash
     where ${inNameAndElse(sql`d.search`, [sql`t.search`], term)} and not (${inName}) and not (${inText}) and ${conditions}`)
  }
  const latest = (count: number) => sql`
    select d.id, v.uploaded_at as at, 3 as rank
      from (select * from contact_document where deleted_at is null order by id desc limit ${sql.lit(count)}) as d
      join ${current} left join file_text t on t.hash = v.file_hash
     where ${inEither([sql`d.search`, sql`t.search`], term)} and ${conditions}`
  const others = sql`select from contact_document where deleted_at is null order by id desc offset 100`
  return { hits, latest, walk: 2000, common: { rows: 100, hits: 10, others } }
}

/** What begins with one or two letters is nearly every text: files are not looked through for that. */
const inFiles = (term: string) =>
  wordsOf(term).some((word) => word.length > 2) ? and(holdsAll(sql`t.search`, term, needleOnce)) : sql`false`

/** One of the words stands in the name, by which it is found, and each in the name or elsewhere. */
function inNameAndElse(name: RawBuilder<unknown>, others: readonly RawBuilder<unknown>[], term: string) {
  const words = wordsOf(term)
  const anyInName = sql.join(
    words.map((word) => sql`${name} like ${needleOnce(word)}`),
    sql` or `,
  )
  return sql`(${anyInName}) and ${inEither([name, ...others], term)}`
}

/** Each word stands in one of the texts, in whichever. */
const inEither = (texts: readonly RawBuilder<unknown>[], term: string) =>
  and(
    wordsOf(term).map((word) => {
      const places = texts.map((text) => sql`coalesce(${text}, '') like ${needleOnce(word)}`)
      return sql`(${sql.join(places, sql` or `)})`
    }),
  )

/** Where each type is looked for; null where the caller may see nothing of it. */
export const sources: Record<SearchType, MakeSource> = {
  CONTACT: contacts,
  FLAME: flames,
  PROJECT: projects,
  ENCOUNTER: encounters,
  EMAIL: emails,
  CONTACT_ATTACHMENT: documents,
}
