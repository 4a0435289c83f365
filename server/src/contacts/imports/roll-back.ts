import { sql } from 'kysely'
import type { Language } from '#contract/limits'
import { importSentences } from '#contract/sentences/imports/by-language'
import { fill } from '#contract/sentences/issue'
import { quoted } from '#contract/sentences/written'
import { inBulk } from '../../db/in-bulk.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../../http/context.ts'
import type { JobPayload } from '../../jobs/jobs.ts'
import { isFault, retryOnConflict, turnMilliseconds } from './turns.ts'

const batchContacts = 500
const namesInMessage = 20

/**
 * Job: undoes an import, a batch of contacts per transaction. Contacts it created are deleted for good, contacts it
 * changed get their former values back. Contacts that were edited or used since stay as they are and are named in the
 * message.
 */
export async function rollBackContactImport(
  appContext: AppContext,
  job: JobPayload<'rollBackContactImport'>,
  signal: AbortSignal,
): Promise<void> {
  const ends = Date.now() + turnMilliseconds
  const actor = systemActor(job.userId)
  const language = await takeUp(appContext, job)
  if (!language) return
  try {
    for (;;) {
      const left = await retryOnConflict(() => inTransaction(appContext, actor, (ctx) => undoBatch(ctx, job, language)))
      if (!left) return
      if (Date.now() > ends || signal.aborted) return await inTransaction(appContext, actor, (ctx) => giveWay(ctx, job))
    }
  } catch (error) {
    if (!isFault(error)) throw error
    await inTransaction(appContext, actor, (ctx) => setState(ctx, job, { state: 'FAILED', at_work: false }))
    throw error
  }
}

async function takeUp(
  appContext: AppContext,
  { importId, run }: JobPayload<'rollBackContactImport'>,
): Promise<Language | null> {
  const own = await appContext.database.kysely
    .selectFrom('contact_import')
    .select(['language', 'at_work'])
    .where('id', '=', importId)
    .where('run', '=', run)
    .where('state', '=', 'ROLLING_BACK')
    .executeTakeFirst()
  if (!own) return null
  const language = own.language
  const message = own.at_work ? { message: importSentences[language].message.undoResumed } : {}
  await appContext.database.kysely
    .updateTable('contact_import')
    .set({ at_work: true, ...message })
    .where('id', '=', importId)
    .execute()
  return language
}

type Own = Pick<JobPayload<'rollBackContactImport'>, 'importId' | 'run'>

async function setState(ctx: Ctx, { importId, run }: Own, columns: object): Promise<void> {
  await ctx.db.updateTable('contact_import').set(columns).where('id', '=', importId).where('run', '=', run).execute()
}

async function giveWay(ctx: Ctx, job: JobPayload<'rollBackContactImport'>): Promise<void> {
  await setState(ctx, job, { at_work: false })
  await ctx.enqueue('rollBackContactImport', job)
}

interface Touch {
  readonly contact_id: string
  readonly created: boolean
  readonly added_addresses: string[]
  readonly added_emails: string[]
  readonly added_phones: string[]
  readonly state_after: string
  /** Fingerprint of the contact at present; null when the contact is gone. */
  readonly state: string | null
  /** Whether the contact was merged into another one. */
  readonly merged: boolean
}

/** Undoes a batch; returns false when nothing is left to do. */
async function undoBatch(ctx: Ctx, job: Own, language: Language): Promise<boolean> {
  const own = await ctx.db
    .selectFrom('contact_import')
    .select(['state', 'run'])
    .where('id', '=', job.importId)
    .forUpdate()
    .executeTakeFirst()
  if (own?.state !== 'ROLLING_BACK' || own.run !== job.run) return false
  await inBulk(ctx.db)
  const touches = await nextTouches(ctx, job.importId)
  if (touches.length === 0) {
    await finish(ctx, job, language)
    return false
  }
  const used = await inUse(ctx, touches)
  const mayGo = (touch: Touch) =>
    !touch.merged && (touch.state === null || (touch.state === touch.state_after && !used.has(touch.contact_id)))
  const going = touches.filter(mayGo)
  const refused = touches.filter((touch) => !mayGo(touch))
  await removeCreated(
    ctx,
    going.filter((touch) => touch.created),
  )
  await restoreChanged(
    ctx,
    job.importId,
    going.filter((touch) => !touch.created),
  )
  await record(ctx, job.importId, going, 'DONE', importSentences[language].row.undone)
  await record(ctx, job.importId, refused, 'REFUSED', importSentences[language].row.kept)
  await setState(ctx, job, {
    undone: sql`undone + ${going.length}`,
    undo_refused: sql`undo_refused + ${refused.length}`,
  })
  return true
}

async function nextTouches(ctx: Ctx, importId: string): Promise<Touch[]> {
  const { rows: next } = await sql<{ contact_id: string }>`
    select contact_id from contact_import_touch where import_id = ${importId} and undo is null
     order by contact_id limit ${batchContacts}`.execute(ctx.db)
  const ids = next.map((row) => row.contact_id)
  await sql`select from contact where id = any (${ids}::uuid[]) order by id for update`.execute(ctx.db)
  const { rows } = await sql<Touch>`
    select t.contact_id, t.created, t.added_addresses, t.added_emails, t.added_phones, t.state_after, s.state,
           exists (select from contact_merge_member m where m.contact_id = t.contact_id) as merged
      from contact_import_touch t
      left join contact_states(${ids}::uuid[]) s on s.contact_id = t.contact_id
     where t.import_id = ${importId} and t.contact_id = any (${ids}::uuid[])`.execute(ctx.db)
  return rows
}

const partTables = { address: 'added_addresses', email_address: 'added_emails', phone_number: 'added_phones' } as const

/** Returns the contacts of which a row that would be deleted, the contact or a part, is referenced elsewhere. */
async function inUse(ctx: Ctx, touches: readonly Touch[]): Promise<Set<string>> {
  const created = touches.filter((touch) => touch.created).map((touch) => touch.contact_id)
  const { rows } = await sql<{ id: string }>`select rows_in_use('contact', ${created}::uuid[]) as id`.execute(ctx.db)
  const used = new Set(rows.map((row) => row.id))
  for (const [table, column] of Object.entries(partTables)) {
    const added = touches.flatMap((touch) => touch[column as (typeof partTables)[keyof typeof partTables]])
    const { rows: parts } = await sql<{ id: string }>`
      select contact_id as id from ${sql.table(table)} where id in (select rows_in_use(${table}::regclass, array(
        select id from ${sql.table(table)}
         where contact_id = any (${created}::uuid[]) or id = any (${added}::uuid[]))))`.execute(ctx.db)
    for (const part of parts) used.add(part.id)
  }
  return used
}

async function removeCreated(ctx: Ctx, touches: readonly Touch[]): Promise<void> {
  const ids = touches.map((touch) => touch.contact_id)
  if (ids.length > 0) await ctx.db.deleteFrom('contact').where('id', 'in', ids).execute()
}

/**
 * Restores changed contacts. An earlier import of the same contact can still be undone afterwards, because its
 * `state_after` is updated to the restored state.
 */
async function restoreChanged(ctx: Ctx, importId: string, touches: readonly Touch[]): Promise<void> {
  const ids = touches.filter((touch) => touch.state !== null).map((touch) => touch.contact_id)
  if (ids.length === 0) return
  for (const [table, column] of Object.entries(partTables)) {
    const added = touches.flatMap((touch) => touch[column as (typeof partTables)[keyof typeof partTables]])
    await sql`delete from ${sql.table(table)} where id = any (${added}::uuid[])`.execute(ctx.db)
  }
  const columns = sql.join(restorable.map((name) => sql.ref(name)))
  await sql`
    update contact c set (${columns}, version, updated_at) = (
      select ${columns}, c.version + 1, now() from jsonb_populate_record(c, t.columns_before))
      from contact_import_touch t
     where t.import_id = ${importId} and t.contact_id = c.id and c.id = any (${ids}::uuid[])
       and t.columns_before <> '{}'`.execute(ctx.db)
  await sql`select refresh_contact_search(${ids}::uuid[])`.execute(ctx.db)
  await sql`
    update contact_import_touch earlier set state_after = s.state
      from contact_import_touch own, contact_states(${ids}::uuid[]) s
     where own.import_id = ${importId} and own.contact_id = s.contact_id and earlier.contact_id = s.contact_id
       and earlier.import_id <> own.import_id and earlier.state_after = own.state_before`.execute(ctx.db)
}

const restorable = [
  'salutation',
  'title',
  'given_name',
  'surname',
  'company_name',
  'customer_type',
  'birthdate',
  'remarks',
  'uid',
  'uid_state',
  'uid_source',
  'uid_checked_at',
  'eori',
  'eori_state',
  'eori_source',
  'eori_checked_at',
]

async function record(
  ctx: Ctx,
  importId: string,
  touches: readonly Touch[],
  undo: 'DONE' | 'REFUSED',
  reason: string,
): Promise<void> {
  const ids = touches.map((touch) => touch.contact_id)
  if (ids.length === 0) return
  await ctx.db
    .updateTable('contact_import_touch')
    .set({ undo })
    .where('import_id', '=', importId)
    .where('contact_id', 'in', ids)
    .execute()
  await ctx.db
    .updateTable('contact_import_row')
    .set({ reason })
    .where('import_id', '=', importId)
    .where('contact_id', 'in', ids)
    .where('result', 'in', ['CREATED', 'CHANGED'])
    .execute()
}

async function finish(ctx: Ctx, job: Own, language: Language): Promise<void> {
  const text = importSentences[language].message
  const { rows } = await sql<{ removed: number; restored: number; refused: number }>`
    select count(*) filter (where undo = 'DONE' and created)::int as removed,
           count(*) filter (where undo = 'DONE' and not created)::int as restored,
           count(*) filter (where undo = 'REFUSED')::int as refused
      from contact_import_touch where import_id = ${job.importId}`.execute(ctx.db)
  const { removed = 0, restored = 0, refused = 0 } = rows[0] ?? {}
  const said = [fill(text.rolledBack, { removed: figure(removed), restored: figure(restored) })]
  if (refused > 0) {
    const { rows: kept } = await sql<{ name: string }>`
      select c.full_name as name from contact_import_touch t join contact c on c.id = t.contact_id
       where t.import_id = ${job.importId} and t.undo = 'REFUSED'
       order by fold(c.full_name) limit ${namesInMessage}`.execute(ctx.db)
    const names = kept.map((contact) => quoted(language, contact.name)).join(', ')
    const count = refused - kept.length
    said.push(fill(text.kept, { names: count > 0 ? fill(text.more, { names, count }) : names }))
  }
  await setState(ctx, job, {
    state: 'ROLLED_BACK',
    at_work: false,
    message: said.join(' '),
    finished_at: sql`now()`,
  })
}

/** Formats a count with thousands separators: 1'234. */
const figure = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, "'")
