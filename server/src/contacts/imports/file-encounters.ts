import { sql } from 'kysely'
import type { ListedRow, listedEncounterApi } from '#contract/contacts/listed-encounters'
import type { BodyOf } from '#contract/endpoint'
import { byteOrderMark } from '../../files/spreadsheets/csv.ts'
import type { Ctx } from '../../http/context.ts'
import { sentenceOf } from '../../http/problem.ts'
import type { UploadedFile } from '../../http/upload.ts'
import { assertByHand, fileForAll } from '../encounters/encounters.ts'
import { rejectedSheet } from './imports.ts'
import { type ContactList, type ListedContact, readContactList } from './read-list.ts'

type Upload = BodyOf<typeof listedEncounterApi.upload>

/** A contact that a row may refer to; a lower rank is a stronger match. */
interface Candidate {
  readonly line: number
  readonly rank: number
  readonly id: string
  readonly name: string
}

interface MatchedRow {
  readonly row: ListedContact
  readonly candidates: readonly Candidate[]
}

interface MatchedList {
  readonly head: ContactList['head']
  readonly rows: readonly MatchedRow[]
}

/** Reads the list and finds the contacts of each row, before the transaction. Errors: VALIDATION, UNREADABLE_CSV. */
export async function matchContacts(ctx: Ctx, file: UploadedFile, type: Upload['encounterType']): Promise<MatchedList> {
  assertByHand(type)
  const { head, rows } = await readContactList(ctx, file.path)
  const byLine = Map.groupBy(await selectCandidates(ctx, rows), ({ line }) => line)
  const matched = rows.map((row) => {
    const found = byLine.get(row.line) ?? []
    const surest = Math.min(...found.map(({ rank }) => rank))
    return { row, candidates: found.filter(({ rank }) => rank === surest) }
  })
  return { head, rows: matched }
}

/** Adds the encounter to every contact that a row identifies unambiguously, once each. */
export async function fileForContacts(
  ctx: Ctx,
  { head, rows }: MatchedList,
  { encounterType, originalKnownSince, description }: Upload,
): Promise<{ filed: number; rows: ListedRow[]; rejected: string }> {
  const lines = new Map<string, number>()
  const results = rows.map((matched) => resultOf(ctx, matched, lines))
  await fileForAll(ctx, [...lines.keys()], {
    encounterType,
    originalKnownSince: originalKnownSince ?? ctx.now.toISOString(),
    description,
  })
  return { filed: lines.size, rows: results, rejected: rejectedCsv(ctx, head, rows, results) }
}

const rejections: readonly ListedRow['result'][] = ['NOT_FOUND', 'AMBIGUOUS', 'UNREADABLE']

/** Returns the rows without a matching contact as CSV, to be corrected and uploaded again; empty if none. */
function rejectedCsv(
  ctx: Ctx,
  head: MatchedList['head'],
  rows: readonly MatchedRow[],
  results: readonly ListedRow[],
): string {
  const sheet = rejectedSheet(ctx, head ?? [])
  const lines = results.flatMap(({ result, detail }, at) =>
    rejections.includes(result) ? [sheet.line(rows[at]?.row.cells ?? [], detail)] : [],
  )
  if (lines.length === 0) return ''
  return byteOrderMark + (head ? sheet.head : '') + lines.join('')
}

/** Returns the result of a row. `lines` holds the first line of each contact. */
function resultOf(ctx: Ctx, { row, candidates }: MatchedRow, lines: Map<string, number>): ListedRow {
  const [found, other] = candidates
  const as = (result: ListedRow['result'], line = row.line): ListedRow => ({
    line: row.line,
    result,
    contactRef: found && !other ? found.id : null,
    name: found && !other ? found.name : row.shown,
    detail: sentenceOf(ctx.actor.language, 'encounterList', result, { line }),
  })
  if (other) return as('AMBIGUOUS')
  if (!found) return as(hasSigns(row) ? 'NOT_FOUND' : 'UNREADABLE')
  const before = lines.get(found.id)
  if (before !== undefined) return as('TWICE', before)
  lines.set(found.id, row.line)
  return as('FILED')
}

const hasSigns = ({ id, emails, phones, names }: ListedContact) =>
  id !== null || emails.length + phones.length + names.length > 0

async function selectCandidates(ctx: Ctx, rows: readonly ListedContact[]): Promise<Candidate[]> {
  const { rows: found } = await sql<Candidate>`
    with listed as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (line int, id uuid, emails text[], phones text[], names text[], "zipCode" text)
    ), found as (
      select line, 0 as rank, coalesce(merged_into(id), id) as id from listed where id is not null
      union all
      select line, 1, e.contact_id from listed, unnest(emails) as mail
        join email_address e on lower(e.address) = mail and e.shared_email_id is null and not e.binned
      union all
      select line, 1, p.contact_id from listed, unnest(phones) as phone
        join phone_number p on p.number = phone and p.shared_phone_id is null and not p.binned
      union all
      select line, 1 + place::int, s.contact_id from listed, unnest(names) with ordinality as n (name, place)
        join contact_search s on s.sort_key = fold(name)
       where "zipCode" = '' or position(fold("zipCode") in s.zip_code) > 0
    )
    select distinct f.line, f.rank, c.id, c.full_name as name from found f join contact c on c.id = f.id
     where c.deleted_at is null`.execute(ctx.db)
  return found
}
