import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDisturbance } from '../../disturbance.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../../http/context.ts'
import { isAway } from '../../http/problem.ts'
import { MailError } from '../transports/faults.ts'
import { officeToken } from '../transports/office-token.ts'
import { recordSent } from './after-sending.ts'
import { openGraph } from './graph.ts'
import { openMailbox, type SendingMailbox } from './sending-mailbox.ts'
import { fileCopies } from './sent-copy.ts'
import { deliverBySmtp, type HandedIn, type Refused, smtpAccessOf, UnclearDelivery } from './smtp.ts'

interface Log {
  info(about: object, text: string): void
  error(about: object, text: string): void
}

interface Pace {
  /** How long to wait when there is nothing to do: a message is due by the clock, at which nobody tells. */
  readonly pollMs: number
  /** A lease that is not renewed for this long counts as abandoned. */
  readonly leaseSeconds: number
  readonly atOnce: number
}
const usualPace: Pace = { pollMs: 1000, leaseSeconds: 60, atOnce: 4 }
/** Between the tries to hand a message in, and for how long it is tried. */
const retryMinutes = [1, 5, 15, 60, 240, 480]
const giveUpHours = 24

/** A message that this process is delivering. */
interface Claimed {
  readonly id: string
  readonly emailId: string
  readonly mailboxId: string | null
  readonly rootId: string | null
  readonly forwarded: boolean
  readonly furtherContactId: string | null
  readonly createdBy: string | null
  readonly mimeHash: string
  readonly mimeBytes: number
  readonly envelopeFrom: string
  readonly recipients: readonly string[]
  readonly accepted: readonly string[]
  readonly refused: readonly Refused[]
  /** Counts up with every try, so that one that was given up cannot write any more. */
  readonly attempts: number
  /** Of Microsoft Graph: the message there. */
  readonly serverRef: string | null
  readonly leavesAt: string
  readonly sentAt: string | null
}

/**
 * Delivers what waits in the outbox, in this process beside others. A message is claimed under a lease before anything
 * is sent. What a killed process left is tried again where its content had not gone over, and is UNCLEAR where it had:
 * that is never sent again by itself.
 */
export function startOutbox(appContext: AppContext, log: Log, pace: Partial<Pace> = {}): { stop(): Promise<void> } {
  const { pollMs, leaseSeconds, atOnce } = { ...usualPace, ...pace }
  const stopping = new AbortController()
  const disturbance = openDisturbance(log, 'the outbox')
  const work = async () => {
    while (!stopping.signal.aborted) {
      const busy = await workOnce(appContext, leaseSeconds).then(
        (done) => {
          disturbance.over()
          return done
        },
        (error: unknown) => {
          // Errors of single messages are logged each time, that the database is away only once.
          if (isAway(error)) disturbance.begun(error)
          else log.error({ err: error }, 'the outbox is disturbed')
          return false
        },
      )
      if (!busy) await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const workers = Array.from({ length: atOnce }, work)
  return {
    async stop() {
      stopping.abort()
      // What takes longer keeps its lease and is handled by another process after it.
      await Promise.race([Promise.all(workers), sleep(20_000)])
    },
  }
}

/** Does one piece of work that is due; false when there was none. */
export async function workOnce(appContext: AppContext, leaseSeconds = usualPace.leaseSeconds): Promise<boolean> {
  await giveUpLost(appContext)
  const claimed = await claim(appContext, leaseSeconds)
  if (!claimed) return (await confirmSent(appContext)) || fileCopies(appContext)
  const renewal = setInterval(
    () => void renew(appContext, claimed, leaseSeconds).catch(() => {}),
    (leaseSeconds * 1000) / 3,
  )
  try {
    await deliver(appContext, claimed)
  } finally {
    clearInterval(renewal)
  }
  return true
}

// --- claiming ------------------------------------------------------------------------------------------------------

async function claim(appContext: AppContext, leaseSeconds: number): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update outbox o set state = 'SENDING', attempts = attempts + 1, content_at = null,
           lease_until = now() + ${leaseSeconds} * interval '1 second'
     where id = (select id from outbox
                  where state = 'WAITING' and coalesce(next_try_at, leaves_at) <= now()
                  order by coalesce(next_try_at, leaves_at) limit 1 for update skip locked)
    returning id, email_id as "emailId", mailbox_id as "mailboxId", root_id as "rootId", forwarded,
              further_contact_id as "furtherContactId", created_by as "createdBy", mime_hash as "mimeHash",
              mime_bytes as "mimeBytes", envelope_from as "envelopeFrom", recipients, accepted, refused, attempts,
              server_ref as "serverRef", iso(leaves_at) as "leavesAt", iso(sent_at) as "sentAt"`.execute(
    appContext.database.kysely,
  )
  return rows[0]
}

const mine = ({ id, attempts }: Claimed) => sql`id = ${id} and attempts = ${attempts} and state = 'SENDING'`

async function renew(appContext: AppContext, claimed: Claimed, leaseSeconds: number): Promise<void> {
  await sql`
    update outbox set lease_until = now() + ${leaseSeconds} * interval '1 second' where ${mine(claimed)}`.execute(
    appContext.database.kysely,
  )
}

async function giveUpLost(appContext: AppContext): Promise<void> {
  await sql`
    update outbox set state = case when content_at is null then 'WAITING' else 'UNCLEAR' end, lease_until = null,
           next_try_at = case when content_at is null then now() end, fault = null, said = ''
     where state = 'SENDING' and lease_until < now()`.execute(appContext.database.kysely)
}

/** Says that from now on the message may arrive. Errors: when it was given up meanwhile. */
async function recordContent(appContext: AppContext, claimed: Claimed): Promise<void> {
  const { numAffectedRows } = await sql`update outbox set content_at = now() where ${mine(claimed)}`.execute(
    appContext.database.kysely,
  )
  if (numAffectedRows !== 1n) throw new Error('somebody else is at work on this message')
}

// --- delivering ----------------------------------------------------------------------------------------------------

async function deliver(appContext: AppContext, claimed: Claimed): Promise<void> {
  const handed = await attempt(appContext, claimed)
  // What has left is never postponed: where that cannot be written down, it is unclear once the lease has run out.
  if (handed) await conclude(appContext, claimed, handed).catch(() => conclude(appContext, claimed, handed))
}

/** Null where all is written down already: it has left by Microsoft Graph, or nothing has left for certain. */
async function attempt(appContext: AppContext, claimed: Claimed): Promise<HandedIn | null> {
  const remaining = claimed.recipients.filter((one) => !claimed.accepted.includes(one))
  try {
    const mailbox = await openMailbox(appContext.database.kysely, appContext.services, claimed.mailboxId)
    if (mailbox.type !== 'OFFICE_365' || mailbox.office?.protocol !== 'GRAPH') {
      return await handIn(appContext, mailbox, claimed, remaining)
    }
    await sendByGraph(appContext, mailbox, claimed)
  } catch (error) {
    if (error instanceof UnclearDelivery) await setAside(appContext, claimed, 'UNCLEAR', { said: error.said })
    else if (error instanceof MailError) await postpone(appContext, claimed, error)
    else {
      await postpone(appContext, claimed, new MailError('OWN_FAULT'))
      throw error
    }
  }
  return null
}

async function handIn(
  appContext: AppContext,
  mailbox: SendingMailbox,
  claimed: Claimed,
  to: readonly string[],
): Promise<HandedIn> {
  const { config } = appContext.services
  const message = {
    from: claimed.envelopeFrom,
    to,
    size: claimed.mimeBytes,
    open: () => appContext.services.files.open(claimed.mimeHash),
    onContent: () => recordContent(appContext, claimed),
  }
  if (mailbox.type !== 'OFFICE_365') return deliverBySmtp(smtpAccessOf(mailbox), message)
  const handOver = async (fresh: boolean) =>
    deliverBySmtp(smtpAccessOf(mailbox, await officeToken(config, mailbox, fresh)), message)
  return handOver(false).catch((error: unknown) => {
    // A token may have been revoked before it expired.
    if (error instanceof MailError && (error.fault === 'CREDENTIALS' || error.fault === 'TOKEN')) return handOver(true)
    throw error
  })
}

/**
 * The draft is made, remembered, and then sent: whatever breaks off in between, the next try asks about it first. A
 * draft that is gone may have been sent by hand or thrown away there.
 */
async function sendByGraph(appContext: AppContext, mailbox: SendingMailbox, claimed: Claimed): Promise<void> {
  const graph = openGraph(appContext.services.config, mailbox)
  const db = appContext.database.kysely
  const known = claimed.serverRef ? await graph.look(claimed.serverRef) : undefined
  if (known === null) {
    return write(appContext, claimed, async (ctx) => {
      // Who sends it again all the same wants a new one.
      await sql`
        update outbox set state = 'UNCLEAR', server_ref = null, next_try_at = null, lease_until = null, fault = null,
               said = 'the draft is gone'
         where id = ${claimed.id}`.execute(ctx.db)
    })
  }
  const id = claimed.serverRef ?? (await graph.createDraft(db, appContext.services.files, claimed))
  const { numAffectedRows } = await sql`update outbox set server_ref = ${id} where ${mine(claimed)}`.execute(db)
  if (numAffectedRows !== 1n) return
  if (known?.isDraft !== false) await graph.send(id)
  await write(appContext, claimed, async (ctx) => {
    await sql`
      update outbox set state = 'SENT', next_try_at = now(), lease_until = null, fault = null, said = '',
             accepted = recipients, sent_at = now()
       where id = ${claimed.id}`.execute(ctx.db)
    if (claimed.sentAt === null) await recordSent(ctx, claimed)
  })
}

interface Taken {
  readonly id: string
  readonly mailboxId: string | null
  readonly emailId: string
  readonly serverRef: string
  /** Taken so long ago that it should have left. */
  readonly stuck: boolean
  readonly givenUp: boolean
}

/**
 * Asks whether what Microsoft Graph took has left its drafts, and under which Message-ID. False when nothing is due.
 */
async function confirmSent(appContext: AppContext): Promise<boolean> {
  const db = appContext.database.kysely
  const { rows } = await sql<Taken>`
    update outbox set next_try_at = now() + interval '30 seconds'
     where id = (select id from outbox where state = 'SENT' and next_try_at <= now()
                  order by next_try_at limit 1 for update skip locked)
    returning id, mailbox_id as "mailboxId", email_id as "emailId", server_ref as "serverRef",
              sent_at < now() - interval '10 minutes' as stuck,
              leaves_at < now() - ${giveUpHours} * interval '1 hour' as "givenUp"`.execute(db)
  const due = rows[0]
  if (!due) return false
  // Another worker may have asked meanwhile, or a report have come back.
  const still = sql`id = ${due.id} and state = 'SENT'`
  const accept = () => sql`update outbox set state = 'ACCEPTED', next_try_at = null where ${still}`.execute(db)
  try {
    const graph = openGraph(appContext.services.config, await openMailbox(db, appContext.services, due.mailboxId))
    const found = await graph.look(due.serverRef)
    if (found?.isDraft) {
      if (!due.stuck) return true
      // What is still a draft after a while was never sent.
      const [state, fault] = due.givenUp ? ['FAILED', 'PROTOCOL'] : ['WAITING', null]
      await sql`
        update outbox set state = ${state}, fault = ${fault}, accepted = '{}', next_try_at = now()
         where ${still}`.execute(db)
      return true
    }
    // What was moved out of sight there has left.
    await accept()
    if (found?.messageId) {
      await sql`
        update email set reference_ids = reference_ids || message_id, message_id = ${found.messageId}
         where id = ${due.emailId} and message_id <> ${found.messageId}`.execute(db)
    }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    // From a mailbox that is gone, off, or silent for a day nobody can find out more than that Microsoft took it.
    if (!error.passing || due.givenUp) await accept()
    else if (error.waitMs !== null && error.waitMs > 30_000) {
      await sql`update outbox set next_try_at = now() + ${error.waitMs} * interval '1 ms' where ${still}`.execute(db)
    }
  }
  return true
}

/** What became of each recipient; who was refused for now is tried again, alone. */
async function conclude(appContext: AppContext, claimed: Claimed, { accepted, refused }: HandedIn): Promise<void> {
  const all = [...claimed.accepted, ...accepted]
  const again = refused.filter(({ passing }) => passing)
  const later = again.length > 0 ? nextTry(claimed) : null
  const done = all.length === 0 ? 'FAILED' : refused.length > 0 ? 'PARTLY_ACCEPTED' : 'ACCEPTED'
  await write(appContext, claimed, async (ctx) => {
    await sql`
      update outbox set state = ${later ? 'WAITING' : done}, next_try_at = ${later}, lease_until = null, fault = null,
             accepted = ${all}, refused = ${JSON.stringify(refused)}::jsonb, said = ${refused[0]?.said ?? ''},
             sent_at = coalesce(sent_at, case when ${all.length > 0} then now() end)
       where id = ${claimed.id}`.execute(ctx.db)
    if (accepted.length > 0 && claimed.sentAt === null) await recordSent(ctx, claimed)
  })
}

async function postpone(
  appContext: AppContext,
  claimed: Claimed,
  { fault, said, passing, waitMs }: MailError,
): Promise<void> {
  const later = passing ? nextTry(claimed, waitMs ?? 0) : null
  if (later === null) return setAside(appContext, claimed, 'FAILED', { fault, said })
  await write(appContext, claimed, async ({ db }) => {
    await sql`
      update outbox set state = 'WAITING', next_try_at = ${later}, lease_until = null, content_at = null,
             fault = ${fault}, said = ${said}
       where id = ${claimed.id}`.execute(db)
  })
}

async function setAside(
  appContext: AppContext,
  claimed: Claimed,
  state: 'FAILED' | 'UNCLEAR',
  { fault = null, said }: { fault?: string | null; said: string },
): Promise<void> {
  await write(appContext, claimed, async ({ db }) => {
    await sql`
      update outbox set state = ${claimed.accepted.length > 0 && state === 'FAILED' ? 'PARTLY_ACCEPTED' : state},
             next_try_at = null, lease_until = null, fault = ${fault}, said = ${said},
             content_at = ${state === 'UNCLEAR' ? sql`content_at` : null}
       where id = ${claimed.id}`.execute(db)
  })
}

/** Writes only while this process still holds the message. */
async function write(appContext: AppContext, claimed: Claimed, change: (ctx: Ctx) => Promise<void>): Promise<void> {
  await inTransaction(appContext, systemActor(claimed.createdBy), async (ctx) => {
    const { rows } = await sql`select from outbox where ${mine(claimed)} for update`.execute(ctx.db)
    if (rows.length > 0) await change(ctx)
  })
}

/** Longer after each try, and not before the server asked for; null once it has been tried for a day. */
function nextTry({ attempts, leavesAt }: Claimed, waitMs = 0): string | null {
  const minutes = retryMinutes[Math.min(attempts, retryMinutes.length) - 1] ?? 1
  const next = Date.now() + Math.max(minutes * 60_000, waitMs)
  return next > Date.parse(leavesAt) + giveUpHours * 3_600_000 ? null : new Date(next).toISOString()
}
