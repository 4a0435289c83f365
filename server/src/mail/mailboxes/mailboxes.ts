import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint'
import { type SecretName, secretsOfType, secretsToTypeAgain } from '#contract/mail/mailbox-secrets'
import type { Mailbox, MailboxSummary, mailboxApi, NewMailbox } from '#contract/mail/mailboxes'
import { secretNames } from '#contract/mail/mailboxes'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { type MailboxSettings, type MailSecrets, openSecrets, sealSecrets } from '../transports/mailbox.ts'
import { forgetRemovals } from './server-tasks.ts'
import { wakeMailbox } from './wake.ts'

/** Returns the mailboxes, active ones first in the order they were connected; the first is the default. */
export async function listMailboxes({ db }: Ctx): Promise<MailboxSummary[]> {
  const { rows } = await sql<MailboxSummary>`
    select m.id, m.type, m.title, m.address, m.sender_name as "senderName", m.max_message_bytes as "maxMessageBytes",
           m.active, case when m.active then coalesce(s.state, 'NEW') else 'OFF' end as state
      from mailbox m left join mailbox_status s on s.mailbox_id = m.id
     where m.deleted_at is null order by m.active desc, m.created_at, m.id`.execute(db)
  return rows
}

/** Errors: NOT_FOUND. */
export async function getMailbox(ctx: Ctx, id: string): Promise<Mailbox> {
  const row = await select(ctx, id)
  const kept = openKept(ctx, row.secrets)
  return {
    ...(row.settings as unknown as MailboxSettings),
    id,
    version: row.version,
    type: row.type,
    title: row.title,
    address: row.address,
    senderName: row.sender_name,
    maxMessageBytes: row.max_message_bytes,
    active: row.active,
    secrets: secretNames.filter((name) => kept[name] !== undefined),
  }
}

/** Errors: TITLE_EXIST, VALIDATION. */
export async function addMailbox(ctx: Ctx, mailbox: NewMailbox): Promise<Mailbox> {
  assertReachable(mailbox)
  const { id } = await ctx.db
    .insertInto('mailbox')
    .values({ type: mailbox.type, ...columnsOf(mailbox), secrets: sealSecrets(ctx.services.vault, secretsOf(mailbox)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await wakeMailbox(ctx.db, id)
  return getMailbox(ctx, id)
}

/**
 * Changes a mailbox; a secret that is left out is kept if it is for the same server. Errors: NOT_FOUND, STALE_VERSION,
 * TITLE_EXIST, VALIDATION.
 */
export async function updateMailbox(ctx: Ctx, id: string, change: BodyOf<typeof mailboxApi.update>): Promise<Mailbox> {
  const row = await select(ctx, id)
  assertReachable(change)
  const secrets = secretsFor(ctx, row, change)
  const written = await ctx.db
    .updateTable('mailbox')
    .set({
      type: change.type,
      ...columnsOf(change),
      secrets: sealSecrets(ctx.services.vault, secrets),
      version: change.version + 1,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .where('version', '=', change.version)
    .executeTakeFirst()
  if (written.numUpdatedRows === 0n) fail('STALE_VERSION', { current: await getMailbox(ctx, id) })
  const { deleteAfterDays } = row.settings as unknown as MailboxSettings
  if (deleteAfterDays !== change.deleteAfterDays) await forgetRemovals(ctx.db, id)
  // The new settings may have removed the fault.
  await ctx.db.deleteFrom('mailbox_status').where('mailbox_id', '=', id).where('fault', 'is not', null).execute()
  await wakeMailbox(ctx.db, id)
  return getMailbox(ctx, id)
}

/** Removes a mailbox and its secrets; its messages stay. Errors: NOT_FOUND. */
export async function removeMailbox(ctx: Ctx, id: string): Promise<undefined> {
  await select(ctx, id)
  await ctx.db
    .updateTable('mailbox')
    .set({ deleted_at: sql<string>`now()`, secrets: null, active: false })
    .where('id', '=', id)
    .execute()
  await wakeMailbox(ctx.db, id)
}

/** Fetches new mail of all mailboxes, also of those without retries after refused sign-ins. */
export async function importNow(ctx: Ctx): Promise<{ mailboxes: number }> {
  const { rows } = await sql<{ id: string }>`
    select id from mailbox where deleted_at is null and active`.execute(ctx.db)
  for (const { id } of rows) await wakeMailbox(ctx.db, id)
  return { mailboxes: rows.length }
}

async function select(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('mailbox')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? fail('NOT_FOUND')
}

/**
 * Returns the given secrets, completed with the stored ones of the mailbox. Errors: NOT_FOUND, VALIDATION for secrets
 * that must be typed again.
 */
export async function secretsToTest(ctx: Ctx, id: string | null, given: NewMailbox): Promise<MailSecrets> {
  return id === null ? secretsOf(given) : secretsFor(ctx, await select(ctx, id), given)
}

/**
 * Returns the secrets of a change. A stored secret is only used for the server, port and user that it was typed for.
 * Errors: VALIDATION for secrets that must be typed again.
 */
function secretsFor(ctx: Ctx, row: Awaited<ReturnType<typeof select>>, given: NewMailbox): MailSecrets {
  const before = {
    ...(row.settings as unknown as MailboxSettings),
    type: row.type,
    address: row.address,
  }
  const kept = openKept(ctx, row.secrets)
  const typed = secretsOf(given)
  const again = secretsToTypeAgain(before, given).filter(
    (name) => kept[name] !== undefined && typed[name] === undefined,
  )
  const fields = again
    .filter((name) => secretsOfType(given.type).includes(name) && isAsked(name, given))
    .map((path) => ({ path, invalid: 'typeSecretAgain' as const }))
  if (fields.length > 0) fail('VALIDATION', { fields })
  for (const name of again) delete kept[name]
  return { ...kept, ...typed }
}

/** Whether a secret is required; the outgoing password only if there is an outgoing server. */
const isAsked = (name: SecretName, { outgoing }: NewMailbox) => name !== 'outgoingPassword' || outgoing !== null

/** Returns the stored secrets; those sealed with another key cannot be read and count as missing. */
function openKept(ctx: Ctx, sealed: Buffer | null): MailSecrets {
  try {
    return openSecrets(ctx.services.vault, sealed)
  } catch {
    return {}
  }
}

function columnsOf(mailbox: Omit<NewMailbox, 'type'>) {
  const { incoming, outgoing, office, folders, deleteAfterDays, marksSeen } = mailbox
  const settings: MailboxSettings = { incoming, outgoing, office, folders, deleteAfterDays, marksSeen }
  return {
    title: mailbox.title,
    address: mailbox.address,
    sender_name: mailbox.senderName,
    settings: JSON.stringify(settings),
    max_message_bytes: mailbox.maxMessageBytes,
    active: mailbox.active,
  }
}

/** Returns the given secrets; empty ones count as left out. */
function secretsOf(given: Partial<Record<(typeof secretNames)[number], string | undefined>>): MailSecrets {
  const entries = secretNames.flatMap((name) => (given[name] ? [[name, given[name]]] : []))
  return Object.fromEntries(entries) as MailSecrets
}

/** Throws if a setting that the type requires is missing. Errors: VALIDATION. */
function assertReachable({
  type,
  incoming,
  outgoing,
  office,
}: Pick<NewMailbox, 'type' | 'incoming' | 'outgoing' | 'office'>) {
  const wanted = type === 'OFFICE_365' ? { office } : { incoming, outgoing }
  const fields = Object.entries(wanted).flatMap(([path, value]) =>
    value ? [] : [{ path, invalid: 'required' as const }],
  )
  if (fields.length > 0) fail('VALIDATION', { fields })
}
