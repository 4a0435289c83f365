import { sql } from 'kysely'
import type { ImportField, RowResult } from '#contract/contacts/imports'
import type { Language } from '#contract/limits'
import { importSentences } from '#contract/sentences/imports/by-language'
import { fill } from '#contract/sentences/issue'
import { inBulk } from '../../db/in-bulk.ts'
import { lock } from '../../db/locks.ts'
import { uuidV7 } from '../../db/uuid-v7.ts'
import type { Ctx } from '../../http/context.ts'
import { erasedAmong, keysOf, kindsOf, type Traits } from '../records/records.ts'
import { knownFor, knownForTrial, rememberTrial } from './known-contacts.ts'
import type { MappedRow } from './map-row.ts'
import { type Decision, decide, enrich, fromWanted, type Known, type Wanted } from './match.ts'
import type { CsvRecord } from './scan-csv.ts'
import { type Changes, writeChanges } from './write-contacts.ts'

/** Settings of an import run. */
export interface Plan {
  readonly id: string
  readonly run: number
  readonly mapping: readonly (ImportField | null)[]
  readonly language: Language
  readonly dryRun: boolean
  readonly updateMatches: boolean
}

export interface MappedRecord {
  readonly record: CsvRecord
  readonly mapped: MappedRow
}

interface RowOutcome {
  readonly line: number
  readonly result: RowResult
  readonly contact_id: string | null
  readonly name: string
  readonly reason: string
  readonly cells: readonly string[] | null
}

/**
 * Writes the contacts of some records, their results and the progress, all in the transaction of `ctx`. Returns false
 * when the import is not at the beginning of this batch: it was cancelled or restarted, or another process runs it.
 */
export async function importBatch(
  ctx: Ctx,
  plan: Plan,
  records: readonly MappedRecord[],
  fromByte: number,
): Promise<boolean> {
  const last = records.at(-1)?.record
  if (!last) return true
  // One batch at a time over all imports, so that two files with the same new contact create it only once.
  await lock(ctx.db, 'importBatch')
  const own = await ctx.db
    .selectFrom('contact_import')
    .select(['state', 'run', 'bytes_done'])
    .where('id', '=', plan.id)
    .forUpdate()
    .executeTakeFirst()
  if (own?.state !== 'RUNNING' || own.run !== plan.run || own.bytes_done !== fromByte) return false
  await inBulk(ctx.db)
  const outcomes = await settle(ctx, plan, records)
  await sql`
    insert into contact_import_row (import_id, line, result, contact_id, name, reason, cells)
    select ${plan.id}::uuid, line, result, contact_id, name, reason, cells
      from json_to_recordset(${JSON.stringify(outcomes)}::json)
        as v (line int, result text, contact_id uuid, name text, reason text, cells text[])`.execute(ctx.db)
  const count = (result: RowResult) => outcomes.filter((outcome) => outcome.result === result).length
  await ctx.db
    .updateTable('contact_import')
    .set({
      rows_done: sql`rows_done + ${records.length}`,
      bytes_done: last.nextByte,
      next_line: last.nextLine,
      created: sql`created + ${count('CREATED')}`,
      matched: sql`matched + ${count('MATCHED')}`,
      changed: sql`changed + ${count('CHANGED')}`,
      rejected: sql`rejected + ${count('REJECTED')}`,
    })
    .where('id', '=', plan.id)
    .execute()
  return true
}

async function settle(ctx: Ctx, plan: Plan, rows: readonly MappedRecord[]): Promise<RowOutcome[]> {
  const wanted = rows.flatMap(({ mapped }) => ('contact' in mapped ? [mapped] : []))
  const contacts = plan.dryRun ? await knownForTrial(ctx.db, plan.id, wanted) : await knownFor(ctx.db, wanted)
  const erased = await erasedAmong(
    ctx,
    wanted.flatMap((one) => keysOf(traitsOf(one))),
  )
  const created: { id: string; wanted: (typeof wanted)[number] }[] = []
  const changed: Changes['changed'][number][] = []
  const touched = new Set<Known>()
  const outcomes = rows.map(({ record, mapped }): RowOutcome => {
    const { name } = mapped
    const line = { line: record.line, name, reason: '', cells: null }
    const rejected = (reason: string) =>
      ({ ...line, result: 'REJECTED', contact_id: null, reason, cells: record.cells }) as const
    if ('reason' in mapped) return rejected(mapped.reason)
    const decision = decide(mapped, contacts, plan)
    if (decision.result === 'REJECTED') return rejected(decision.reason)
    const again = erasedAgain(mapped, decision, erased)
    if (again.length > 0) return rejected(erasedReason(again, plan.language))
    if (decision.result === 'CREATED') {
      const known = fromWanted(uuidV7(), mapped)
      created.push({ id: known.id, wanted: mapped })
      contacts.add(known)
      touched.add(known)
      return { ...line, result: 'CREATED', contact_id: known.id }
    }
    const { known } = decision
    if (decision.result === 'MATCHED') {
      return { ...line, result: 'MATCHED', contact_id: known.id, reason: decision.reason }
    }
    changed.push({ known, before: known.fields, additions: decision.additions })
    enrich(known, decision.additions)
    contacts.add(known)
    touched.add(known)
    return { ...line, result: 'CHANGED', contact_id: known.id }
  })
  if (plan.dryRun) await rememberTrial(ctx.db, plan.id, [...touched])
  else await writeChanges(ctx, plan.id, { created, changed })
  return outcomes
}

/** Returns the keys by which a row would bring back an erased contact, except those the known contact has already. */
function erasedAgain(wanted: Wanted, decision: Decision, erased: ReadonlySet<string>): string[] {
  if (erased.size === 0 || decision.result === 'MATCHED' || decision.result === 'REJECTED') return []
  const { emailAddresses, addresses } = wanted.contact
  const {
    emails,
    phones,
    addresses: places,
  } = decision.result === 'CHANGED' ? decision.additions : { emails: emailAddresses, phones: wanted.phones, addresses }
  const brought = keysOf(
    traitsOf({ contact: { ...wanted.contact, emailAddresses: [...emails], addresses: [...places] }, phones }),
  )
  return brought.filter((key) => erased.has(key))
}

const traitsOf = ({ contact, phones }: Wanted): Traits => ({
  emails: contact.emailAddresses.map(({ address }) => address),
  phones: phones.map(({ number }) => number),
  givenName: contact.givenName,
  surname: contact.surname,
  companyName: contact.companyName,
  places: contact.addresses,
})

function erasedReason(keys: readonly string[], language: Language): string {
  const text = importSentences[language]
  const words = { mail: text.fields.emailAddress, phone: text.fields.phoneNumber, name: text.row.nameAndAddress }
  return fill(text.row.erased, {
    what: kindsOf(keys)
      .map((kind) => words[kind])
      .join(', '),
  })
}
