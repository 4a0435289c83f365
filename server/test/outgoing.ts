import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { outgoingApi } from '#contract/mail/outgoing'
import type { Config } from '../src/config.ts'
import { workOnce } from '../src/mail/outgoing/outbox.ts'
import { testApp } from './app.ts'
import { addMailbox, smtpServer } from './smtp.ts'

/**
 * Starts the product with a mailbox and an SMTP server that accepts everything; returns helpers for tests of sending.
 */
export async function outgoingApp(settings: Partial<Config> = {}) {
  const made = await testApp(settings)
  const { as, database, appContext } = made
  const smtp = await smtpServer()
  const mailbox = await addMailbox(appContext, smtp.port)
  const user = as('USER')

  /** Sends as USER, by default to a customer. */
  const send = (message: Record<string, unknown> = {}, { files = [] as File[], query = {}, id = mailbox } = {}) =>
    user.call(outgoingApi.send, {
      params: { id },
      query,
      body: { message: JSON.stringify({ recipients: ['kunde@example.test'], subject: 'Offerte', ...message }) },
      files,
    })

  /** Sends a message and returns its ids; throws when refused. */
  async function sent(...given: Parameters<typeof send>) {
    const { answer, status, problem } = await send(...given)
    if (status !== 200) throw new Error(JSON.stringify(problem))
    return answer
  }

  /** Makes all waiting messages due and delivers them. */
  async function deliver(): Promise<void> {
    await sql`update outbox set leaves_at = least(leaves_at, now()), next_try_at = null where state = 'WAITING'`.execute(
      database.kysely,
    )
    while (await workOnce(appContext));
  }

  async function row(outboxRef: string) {
    const { rows } = await sql<{
      state: string
      accepted: string[]
      refused: { address: string; said: string; passing: boolean }[]
      fault: string | null
      said: string
      attempts: number
      minutes: number | null
    }>`
      select state, accepted, refused, fault, said, attempts,
             round(extract(epoch from next_try_at - now()) / 60)::int as minutes
        from outbox where id = ${outboxRef}`.execute(database.kysely)
    return rows[0]
  }

  async function latest() {
    const { raw = '', ...envelope } = smtp.received.at(-1) ?? {}
    return { ...envelope, raw, mail: await PostalMime.parse(raw) }
  }

  return { ...made, smtp, mailbox, user, send, sent, deliver, row, latest }
}
