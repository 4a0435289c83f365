import { type RawBuilder, sql } from 'kysely'
import type { SearchType } from '#contract/overview/omnisearch'
import { contactsWith } from '../../contacts/contacts.ts'
import { seenBy } from '../../db/assigned.ts'
import { startOfDay } from '../../db/days.ts'
import { seesEncounter } from '../../db/seen.ts'
import { holdsAll, isHeld, needleOnce, wordsOf } from '../../db/words.ts'
import type { Actor } from '../../http/context.ts'
import { seesDocument } from '../../lists/document-classifications/document-classifications.ts'
import { type Recognised, writtenDays } from './recognise.ts'

/** What is searched for: the term, its recognised form, and filters. */
export interface Asked {
  readonly term: string
  readonly recognised: Recognised
  /** Days in Zurich, both inclusive. */
  readonly from?: string
  readonly until?: string
  readonly contactRef?: string
  readonly userRef?: string
}

/** Queries for a type's hits that the caller may see, with id, time and rank; a smaller rank is better. */
export interface Source {
  readonly hits: readonly RawBuilder<unknown>[]
  /** Query for hits that come before all others; the others find them as well. */
  readonly before?: RawBuilder<unknown>
  /** Like `hits` among the given number of latest rows; absent if all hits must be ranked before any is shown. */
  readonly latest?: (rows: number) => RawBuilder<unknown>
  /** Number of latest rows that are walked if there are more hits than can be ranked. */
  readonly walk?: number
  /**
   * A word with this many hits among these latest rows counts as common: the hits suffice, and `others` tells whether
   * there are older rows.
   */
  readonly common?: { readonly rows: number; readonly hits: number; readonly others: RawBuilder<unknown> }
}

type MakeSource = (actor: Actor, asked: Asked) => Source | null

const and = (conditions: readonly RawBuilder<unknown>[]) => sql.join([...conditions], sql` and `)

/** Returns the conditions of the filters; a type without users has no hits for a user. */
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

/** Returns the condition that a folded text contains all words, or the recognised day in any notation. */
const holds = (text: RawBuilder<unknown>, { term, recognised: { date } }: Asked): RawBuilder<unknown> =>
  date
    ? sql`(${sql.join(
        // A notation that begins with a single digit must not match the end of another day.
        writtenDays(date).map((day) => sql`${text} like ${`${/^\d\D/.test(day) ? '% ' : '%'}${day}%`}`),
        sql` or `,
      )})`
    : and(holdsAll(text, term, needleOnce))

const onDay = (at: RawBuilder<unknown>, date: string | null) =>
  date ? sql`(${at} >= ${startOfDay(date)} and ${at} < ${startOfDay(date, 1)})` : sql`false`

const outsideBin = (contact: RawBuilder<unknown>) =>
  sql`exists (select from contact owner where owner.id = ${contact} and owner.deleted_at is null)`

const contacts: MakeSource = (actor, asked) => {
  if (!actor.permissions.has('CONTACT_READ')) return null
  const { term, recognised } = asked
  const withNumber = sql`select s.contact_id from contact_search s where s.phone like ${`%${recognised.phone}%`}`
  const hasTaxNumber = sql`taxed.uid <> '' and uid_key(taxed.uid) = uid_key(${recognised.taxNumber})`
  const hasEori = sql`taxed.eori <> '' and taxed.eori = ${recognised.eori}`
  const having = (number: RawBuilder<unknown>) =>
    sql`select taxed.id as contact_id from contact taxed where ${number} and taxed.deleted_at is null`
  const words = wordsOf(term)
  const inOrder = [words.join(' '), [...words].reverse().join(' ')]
  // The name itself, or followed by its other spellings.
  const isCalled = (column: string) => sql`(${sql.ref(`s.${column}`)} like (select ' ' || needle_start(${term}))
    or ${sql.ref(`s.${column}`)} like (select ' ' || needle_start(${term}) || ' %'))`
  const isNamedSo = sql`s.sort_key in ((select fold(${inOrder[0]})), (select fold(${inOrder[1]})))`
  // With and without the leading zero.
  const isWholeNumber = sql`(s.phone || ' ' like '% ' || ${recognised.phone}::text || ' %'
    or s.phone || ' ' like '% 0' || ${recognised.phone}::text || ' %')`
  const rank = sql`case
    when ${isWholeNumber} then 0
    when ${recognised.email}::text is not null and s.email || ' ' like (select '% ' || needle_start(${recognised.email}) || ' %') then 0
    when ${recognised.taxNumber}::text is not null and uid_key(c.uid) = uid_key(${recognised.taxNumber}) then 0
    when c.eori = ${recognised.eori}::text then 0
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
  // For a name that is part of very many others, contacts with exactly this name come first.
  const named = sql`
    select s.contact_id from contact_search s where ${isNamedSo} or ${isCalled('surname')} or ${isCalled('company')}`
  const found = contactsWith(term, needleOnce)
  const remarked = sql`
    select noted.id as contact_id from contact noted join contact_search s on s.contact_id = noted.id
     where noted.deleted_at is null and noted.remarks <> ''
       and ${inOneAndElse(sql`search_text(noted.remarks)`, [sql`s.given_name`, sql`s.surname`, sql`s.company`], term)}`
  // Five digits may be a zip code or part of a telephone number.
  if (recognised.phone) {
    return { hits: [...(recognised.zipCode ? [select(found)] : []), select(withNumber), select(remarked)] }
  }
  const isMore = recognised.email !== null || recognised.zipCode !== null
  const others = [
    select(found),
    select(remarked),
    ...(recognised.taxNumber ? [hasTaxNumber, hasEori] : []).map((number) => select(having(number))),
  ]
  return isMore ? { hits: [select(named), ...others] } : { before: select(named), hits: others }
}

const flames: MakeSource = (actor, asked) => {
  if (!actor.permissions.has('FLAME_READ')) return null
  const { term, recognised } = asked
  const { date } = recognised
  const dates = [sql`d.pickup_date`, sql`d.self_pickup_at`, sql`d.delivery_date`].map((at) => onDay(at, date))
  const isDue = sql`(${sql.join(dates, sql` or `)})`
  const rank = sql`case
    when (select fold(${term})) in (order_text(d.sap_ordernumber), order_text(d.shipment_reference)) then 0
    when ${isDue} then 1
    when f.archived_at is not null then 4 else 3 end`
  const narrow = narrowed(asked, { at: sql`f.updated_at`, contact: sql`d.contact_id`, users: [sql`f.assignee_id`] })
  const select = (from: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[]) => sql`
    select f.id, f.updated_at as at, ${rank} as rank
      from ${from} join flame f on f.id = d.flame_id join blackboard_step s on s.id = f.step_id
     where ${and([...conditions, sql`f.deleted_at is null`, seenBy('blackboard', sql`s.blackboard_id`, actor), ...narrow])}`
  const isNoted = sql`d.notes || d.note_for_articles || d.avis_text <> ''`
  const notes = sql`search_text(d.notes || ' ' || d.note_for_articles || ' ' || d.avis_text)`
  if (date) {
    return { hits: [select(sql`dossier d`, [isDue]), select(sql`dossier d`, [isNoted, holds(notes, asked)])] }
  }
  const words = wordsOf(term)
  const inDossier = (word: string) => isHeld(sql`d.search`, word, needleOnce)
  const inEach = words.map((word) => sql`(${inDossier(word)} or d.contact_id in (${contactsWith(word, needleOnce)}))`)
  return {
    hits: [
      select(sql`dossier d`, [
        sql`(${sql.join(words.map(inDossier), sql` or `)})`,
        ...(words.length > 1 ? inEach : []),
      ]),
      select(sql`(${contactsWith(term, needleOnce)}) named join dossier d on d.contact_id = named.contact_id`, []),
      select(sql`dossier d`, [isNoted, inOneAndElse(notes, [sql`d.search`], term)]),
    ],
  }
}

/** Searches projects by their texts and the names of their contacts; by a day also when they are due. */
const projects: MakeSource = (actor, asked) => {
  if (!actor.permissions.has('PROJECT_READ')) return null
  const { term, recognised, contactRef } = asked
  const { date } = recognised
  const words = wordsOf(term).map(
    (word) => sql`p.id in (
      select id from project where ${isHeld(sql`search`, word, needleOnce)}
      union all
      select concerned.project_id from project_contact concerned join contact c on c.id = concerned.contact_id
       where concerned.contact_id in (${contactsWith(word, needleOnce)}) and ${isHeld(sql`search_text(c.full_name)`, word, needleOnce)})`,
  )
  const isDue = sql`(p.archived_at is null and (${onDay(sql`p.finished`, date)} or ${onDay(sql`p.reminder_at`, date)}))`
  const rank = sql`case
    when ${isDue} then 1
    when p.archived_at is not null then 4
    when order_text(p.title) like (select needle_start(${term}) || '%') then 2 else 3 end`
  const contact = sql`(
    select one.contact_id from project_contact one where one.project_id = p.id and one.contact_id = ${contactRef ?? null})`
  const narrow = narrowed(asked, { at: sql`p.updated_at`, contact, users: [sql`p.assignee_id`] })
  const select = (conditions: readonly RawBuilder<unknown>[]) => sql`
    select p.id, p.updated_at as at, ${rank} as rank
      from project p join blackboard_step s on s.id = p.step_id
     where ${and([...conditions, sql`p.deleted_at is null`, seenBy('blackboard', sql`s.blackboard_id`, actor), ...narrow])}`
  return { hits: date ? [select([isDue]), select([holds(sql`p.search`, asked)])] : [select(words)] }
}

const encounters: MakeSource = (actor, asked) => {
  if (!actor.permissions.has('ENCOUNTER_READ')) return null
  const { date } = asked.recognised
  const users = [sql`e.assignee_id`, sql`e.created_by`]
  const ofDay = onDay(sql`e.original_known_since`, date)
  const select = (from: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select e.id, e.original_known_since as at, case when ${ofDay} then 2 else 3 end as rank from ${from} as e
     where ${and([
       sql`e.deleted_at is null`,
       condition,
       ...narrowed(asked, { at: sql`e.original_known_since`, contact: sql`e.contact_id`, users }),
       outsideBin(sql`e.contact_id`),
       seesEncounter(actor),
     ])}`
  const all = sql.table('encounter')
  const isFound = holds(sql`e.search`, asked)
  if (date) return { hits: [select(all, ofDay), select(all, isFound)] }
  return {
    hits: [select(all, isFound)],
    latest: (count) => select(sql`(select * from encounter order by id desc limit ${sql.lit(count)})`, isFound),
    walk: 5000,
    common: { rows: 500, hits: 25, others: sql`select from encounter order by id desc offset 500` },
  }
}

const emails: MakeSource = (actor, asked) => {
  if (!actor.permissions.has('EMAIL_READ')) return null
  const { term, recognised } = asked
  const { email, date } = recognised
  const isFound = holds(sql`e.search`, asked)
  const ofDay = onDay(sql`e.received_at`, date)
  const narrow = [
    sql`e.deleted_at is null`,
    ...narrowed(asked, { at: sql`e.received_at`, contact: sql`e.contact_id`, users: [sql`e.assignee_id`] }),
  ]
  const select = sql`select e.id, e.received_at as at,
    case when ${email}::text is not null and lower(e.from_address) = ${email} then 1
         when ${ofDay} then 2
         when order_text(e.subject) like (select '%' || needle_start(${term}) || '%') then 2 else 3 end as rank`
  const rows = (from: RawBuilder<unknown>, condition = isFound) =>
    sql`${select} from ${from} as e where ${and([condition, ...narrow])}`
  const notByItself = sql`not (${isFound})`
  const inFile = sql`${select} from file_text t join email_attachment a on a.file_hash = t.hash and not a.inline
            join email e on e.id = a.email_id
           where t.in_email and ${inFiles(asked)} and ${and([notByItself, ...narrow])}`
  const named = (condition: RawBuilder<unknown>) => sql`
    ${select} from email_attachment a left join file_text t on t.hash = a.file_hash join email e on e.id = a.email_id
     where not a.inline and ${condition} and ${and([notByItself, ...narrow])}`
  const all = sql.table('email')
  if (date) return { hits: [rows(all, ofDay), rows(all), inFile, named(holds(sql`a.search`, asked))] }
  return {
    hits: [rows(all), inFile, named(inOneAndElse(sql`a.search`, [sql`t.search`, sql`e.search`], term))],
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
  const inName = holds(sql`d.search`, asked)
  const inText = inFiles(asked)
  const hits = [
    sql`select d.id, v.uploaded_at as at, case when order_text(d.name) like (select needle_start(${term}) || '%') then 1 else 2 end as rank
          from contact_document d join ${current} where ${inName} and ${conditions}`,
    sql`select d.id, v.uploaded_at as at, 3 as rank
          from file_text t join contact_document_version v on v.file_hash = t.hash
          join contact_document d on d.id = v.document_id and d.current_number = v.number
         where t.in_document and ${inText} and not (${inName}) and ${conditions}`,
  ]
  if (asked.recognised.date) return { hits }
  if (wordsOf(term).length > 1) {
    hits.push(sql`select d.id, v.uploaded_at as at, 3 as rank
      from contact_document d join ${current} join file_text t on t.hash = v.file_hash
     where ${inOneAndElse(sql`d.search`, [sql`t.search`], term)} and not (${inName}) and not (${inText}) and ${conditions}`)
  }
  const latest = (count: number) => sql`
    select d.id, v.uploaded_at as at, 3 as rank
      from (select * from contact_document where deleted_at is null order by id desc limit ${sql.lit(count)}) as d
      join ${current} left join file_text t on t.hash = v.file_hash
     where ${inEither([sql`d.search`, sql`t.search`], term)} and ${conditions}`
  const others = sql`select from contact_document where deleted_at is null order by id desc offset 100`
  return { hits, latest, walk: 2000, common: { rows: 100, hits: 10, others } }
}

/** Nearly every file contains a word that begins with one or two given letters, so files are not searched for these. */
const inFiles = (asked: Asked) =>
  wordsOf(asked.term).some((word) => word.length > 2) ? holds(sql`t.search`, asked) : sql`false`

/** Returns the condition that a word is in the name, which has an index, and each word in any of the texts. */
function inOneAndElse(name: RawBuilder<unknown>, others: readonly RawBuilder<unknown>[], term: string) {
  const words = wordsOf(term)
  const anyInName = sql.join(
    words.map((word) => isHeld(name, word, needleOnce)),
    sql` or `,
  )
  return sql`(${anyInName}) and ${inEither([name, ...others], term)}`
}

/** Returns the condition that each word is in any of the texts. */
const inEither = (texts: readonly RawBuilder<unknown>[], term: string) =>
  and(
    wordsOf(term).map((word) => {
      const places = texts.map((text) => isHeld(sql`coalesce(${text}, '')`, word, needleOnce))
      return sql`(${sql.join(places, sql` or `)})`
    }),
  )

/** Search of each type; null if the caller may see nothing of it. */
export const sources: Record<SearchType, MakeSource> = {
  CONTACT: contacts,
  FLAME: flames,
  PROJECT: projects,
  ENCOUNTER: encounters,
  EMAIL: emails,
  CONTACT_ATTACHMENT: documents,
}
