import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDisturbance } from '../../disturbance.ts'
import type { AppContext } from '../../http/context.ts'
import { isAway } from '../../http/problem.ts'
import { MailError } from '../transports/faults.ts'
import { officeToken } from '../transports/office-token.ts'
import { recordSent } from './after-sending.ts'
import { type Claimed, claim, giveUpHours, giveUpLost, recordContent, renew, write } from './claims.ts'
import { confirmSent, sendByGraph } from './send-by-graph.ts'
import { openMailbox, type SendingMailbox } from './sending-mailbox.ts'
import { fileCopies } from './sent-copy.ts'
import { deliverBySmtp, type HandedIn, smtpAccessOf, UnclearDelivery } from './smtp.ts'

interface Log {
  info(about: object, text: string): void
  error(about: object, text: string): void
}

interface Pace {
  /** Polling interval in milliseconds; a message becomes due by time, without a notification. */
  readonly pollMs: number
  /** A lease that is not renewed for this long counts as abandoned. */
  readonly leaseSeconds: number
  readonly atOnce: number
}
const usualPace: Pace = { pollMs: 1000, leaseSeconds: 60, atOnce: 4 }
/** Minutes between the delivery attempts. */
const retryMinutes = [1, 5, 15, 60, 240, 480]

/**
 * Delivers the messages in the outbox, concurrently with other processes. A message is claimed with a lease before
 * anything is sent. A message that a killed process left is retried if its content had not been transmitted; otherwise
 * it becomes UNCLEAR and is never sent again automatically.
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
          // Errors of single messages are logged each time; an unavailable database is logged only once.
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
      // A delivery that takes longer keeps its lease, and another process handles it when that runs out.
      await Promise.race([Promise.all(workers), sleep(20_000)])
    },
  }
}

/** Does one piece of due work; returns false if there was none. */
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

async function deliver(appContext: AppContext, claimed: Claimed): Promise<void> {
  const handed = await attempt(appContext, claimed)
  // A message that has left is never postponed: if storing the result fails, it becomes unclear when the lease runs
  // out.
  if (handed) await conclude(appContext, claimed, handed).catch(() => conclude(appContext, claimed, handed))
}

/** Attempts a delivery; null if the result is stored already: Graph took it, or nothing has left for certain. */
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

/** Stores the result for each recipient; recipients that were refused temporarily are retried alone. */
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

/** Returns the time of the next attempt, not before the server's wait; null once `giveUpHours` are over. */
function nextTry({ attempts, leavesAt }: Claimed, waitMs = 0): string | null {
  const minutes = retryMinutes[Math.min(attempts, retryMinutes.length) - 1] ?? 1
  const next = Date.now() + Math.max(minutes * 60_000, waitMs)
  return next > Date.parse(leavesAt) + giveUpHours * 3_600_000 ? null : new Date(next).toISOString()
}
