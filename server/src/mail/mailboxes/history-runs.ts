import { type Kysely, sql } from 'kysely'
import type { HistoryRun } from '#contract/mail/mailboxes'
import { startOfDay } from '../../db/days.ts'
import type { DB } from '../../db/schema.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { addEmailEncounter, contactsOf } from '../filing/link-contact.ts'
import { firstDays } from './look.ts'
import { wakeMailbox } from './wake.ts'

const kept = 20
const atOnce = 100

const columns = sql`
  id, from_day as "from", to_day as "to", state, total, done, filed, detail,
  iso(started_at) as "startedAtUtc", iso(finished_at) as "finishedAtUtc"`

export async function listHistoryRuns({ db }: Ctx): Promise<HistoryRun[]> {
  const { rows } = await sql<HistoryRun>`
    select ${columns} from mail_history_run order by started_at desc, id desc limit ${kept}`.execute(db)
  return rows
}

/** Starts filing the past mail of a span of days. Errors: VALIDATION when it ends before it begins. */
export async function addHistoryRun(ctx: Ctx, { from, to }: { from: string; to: string }): Promise<HistoryRun> {
  const { rows } = await sql<HistoryRun>`
    insert into mail_history_run (from_day, to_day, created_by) values (${from}, ${to}, ${ctx.actor.id})
    returning ${columns}`.execute(ctx.db)
  await wakeMailbox(ctx.db, '')
  return rows[0] ?? fail('NOT_FOUND')
}

/** Cancels a run; what it filed stays. Errors: NOT_FOUND, also when it is over. */
export async function cancelHistoryRun(ctx: Ctx, id: string): Promise<HistoryRun> {
  const { rows } = await sql<HistoryRun>`
    update mail_history_run set state = 'CANCELLED', finished_at = now()
     where id = ${id} and state in ('WAITING', 'RUNNING') returning ${columns}`.execute(ctx.db)
  const run = rows[0]
  if (!run) fail('NOT_FOUND')
  // Messages that it requested and that are not fetched yet stay on the server.
  await sql`
    update mail_source set outcome = 'TOO_OLD' where outcome = 'WAITING' and ${within(run)}
       and received_at < now() - make_interval(days => ${firstDays})`.execute(ctx.db)
  return run
}

interface Run {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly state: string
  readonly total: number | null
  readonly cursor: { readonly at?: string; readonly id?: string }
}

const within = ({ from, to }: { from: string; to: string }) =>
  sql`received_at >= ${startOfDay(from)} and received_at < ${startOfDay(to, 1)}`

/** Works on the oldest unfinished run, piece by piece; a row lock lets only one process do so. */
export async function runHistory(appContext: AppContext, signal: AbortSignal): Promise<void> {
  let busy = true
  while (busy && !signal.aborted) {
    busy = await inTransaction(appContext, systemActor(), async (ctx) => {
      const { rows } = await sql<Run>`
        select id, from_day as "from", to_day as "to", state, total, cursor from mail_history_run
         where state in ('WAITING', 'RUNNING') order by started_at limit 1 for update skip locked`.execute(ctx.db)
      if (!rows[0]) return false
      return rows[0].state === 'WAITING' ? begin(ctx.db, rows[0]) : goOn(ctx, rows[0])
    })
  }
}

/** Marks messages that were too old to be fetched as waiting. */
async function begin(db: Kysely<DB>, run: Run): Promise<boolean> {
  await sql`update mail_source set outcome = 'WAITING' where outcome = 'TOO_OLD' and ${within(run)}`.execute(db)
  await sql`
    update mail_history_run
       set state = 'RUNNING',
           total = (select count(*) from mail_source where outcome = 'WAITING' and ${within(run)})
                 + (select count(*) from email where ${within(run)} and deleted_at is null)
     where id = ${run.id}`.execute(db)
  await wakeMailbox(db, '')
  return true
}

/** Files the next e-mails without a timeline; the run is done when none is left and none is to be fetched. */
async function goOn(ctx: Ctx, run: Run): Promise<boolean> {
  const { at = '-infinity', id = '00000000-0000-0000-0000-000000000000' } = run.cursor
  const { rows } = await sql<Candidate>`
    select e.id, e.received_at as at, e.contact_id as "contactId", e.encounter_id as "encounterId", e.direction,
           e.from_address as "fromAddress", e.to_list as "to"
      from email e where ${within(run)} and deleted_at is null and (received_at, id) > (${at}::timestamptz, ${id}::uuid)
     order by received_at, id limit ${atOnce}`.execute(ctx.db)
  let filed = 0
  for (const email of rows) if (await fileOne(ctx, email)) filed += 1
  const last = rows.at(-1)
  const over = rows.length === 0 && !(await isWaitedFor(ctx.db, run))
  await sql`
    update mail_history_run
       set filed = filed + ${filed}, done = least(total, done + ${rows.length}),
           cursor = ${JSON.stringify(last ? { at: last.at, id: last.id } : run.cursor)},
           state = ${over ? 'DONE' : 'RUNNING'}, finished_at = case when ${over} then now() end
     where id = ${run.id}`.execute(ctx.db)
  return rows.length > 0
}

/** Whether messages of the run are still to be fetched. */
async function isWaitedFor(db: Kysely<DB>, run: Run): Promise<boolean> {
  const { rows } = await sql`
    select from mail_folder f join mailbox m on m.id = f.mailbox_id and m.active and m.deleted_at is null
      -- by the index of each folder: the planner would rather look through all messages for the first that waits
      cross join lateral (
        select from mail_source where folder_id = f.id and outcome = 'WAITING' and ${within(run)}
         order by position desc limit 1) as waiting
     where f.gone_at is null limit 1`.execute(db)
  return rows.length > 0
}

interface Candidate {
  readonly id: string
  readonly at: string
  readonly contactId: string | null
  readonly encounterId: string | null
  readonly direction: string
  readonly fromAddress: string
  readonly to: readonly { readonly address: string }[]
}

async function fileOne(ctx: Ctx, email: Candidate): Promise<boolean> {
  if (email.encounterId) return false
  const others = email.direction === 'INCOMING' ? [email.fromAddress] : email.to.map(({ address }) => address)
  const contacts = await contactsOf(ctx.db, others)
  const contactId = email.contactId ?? (contacts.length === 1 ? contacts[0] : undefined)
  if (!contactId || !contacts.includes(contactId)) return false
  const encounterId = await addEmailEncounter(ctx, email.id, contactId)
  await ctx.db
    .updateTable('email')
    .set({ contact_id: contactId, encounter_id: encounterId })
    .where('id', '=', email.id)
    .execute()
  return true
}
