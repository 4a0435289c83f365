import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { diskStore } from '../../src/files/disk-store.ts'
import type { Dovecot } from '../dovecot.ts'
import type { Received } from '../smtp-server.ts'
import { type Delivered, isKnown, type Sent } from './mails.ts'
import { ask } from './state.ts'

export interface Checked {
  readonly count: number
  readonly unclear: number
  readonly failures: readonly string[]
}

interface After {
  readonly connection: pg.ClientConfig
  readonly dataDir: string
  readonly dovecot: Dovecot
  readonly box: string
  readonly mails: readonly Delivered[]
  readonly sent: readonly Sent[]
  readonly received: readonly Received[]
  /** Ids of outbox rows that were being sent when the product was killed. */
  readonly handedIn: ReadonlySet<string>
}

/** Checks that every mail was stored once and correctly, and every message received once. */
export async function checkAll(after: After): Promise<Checked> {
  const mails = await checkMails(after)
  const { failures, unclear } = await checkSent(after)
  return { count: after.mails.length + after.sent.length, unclear, failures: [...mails, ...failures] }
}

interface Found {
  readonly subject: string
  readonly text: string
  readonly source: string
  readonly places: number
  readonly attachments: string[]
  readonly encounters: { id: string; contact: string; addresses: string[] }[]
  readonly linked: string | null
}

async function checkMails({ connection, dataDir, mails }: After): Promise<string[]> {
  const found = await ask<Found>(
    connection,
    `select e.subject, b.text, e.source_hash as source, e.encounter_id as linked,
            (select count(*)::int from mail_source s where s.email_id = e.id) as places,
            array(select a.file_hash from email_attachment a where a.email_id = e.id) as attachments,
            (select coalesce(json_agg(json_build_object('id', n.id, 'contact', n.contact_id, 'addresses', array(
               select m.address from email_address m where m.contact_id = n.contact_id))), '[]')
               from encounter n where n.email_id = e.id) as encounters
       from email e join email_body b on b.id = e.id where e.direction = 'INCOMING'`,
  )
  const store = diskStore(path.join(dataDir, 'files'))
  const contentOf = async (hash: string) =>
    (await buffer(await store.open(hash))).toString('latin1').replaceAll('\r', '')
  const failures: string[] = []
  const expect = (subject: string, ok: boolean, what: string) => ok || failures.push(`${subject}: ${what}`)
  for (const { subject, text, source, attachment, from } of mails) {
    const rows = found.filter((row) => row.subject === subject)
    const [row] = rows
    expect(subject, rows.length === 1, `${rows.length} e-mails`)
    if (!row) continue
    expect(subject, row.places === 1, `${row.places} places on the server`)
    expect(subject, row.text.trim() === text, `says "${row.text}"`)
    expect(subject, (await contentOf(row.source)).includes(source.replaceAll('\r', '').trim()), 'has another source')
    const attachments = await Promise.all(row.attachments.map(contentOf))
    expect(subject, attachments.join() === (attachment ?? ''), `${attachments.length} attachments`)
    const own = row.encounters.filter(({ addresses }) => addresses.includes(from))
    expect(subject, row.encounters.length === (isKnown(from) ? 1 : 0), `${row.encounters.length} encounters`)
    expect(subject, own.length === row.encounters.length, 'stands with another contact')
    expect(subject, row.linked === (row.encounters[0]?.id ?? null), 'is not linked with its encounter')
  }
  const strange = found.filter((row) => !mails.some(({ subject }) => subject === row.subject))
  return [...failures, ...strange.map(({ subject }) => `${subject}: was never delivered`)]
}

interface Left {
  readonly key: string
  readonly id: string
  readonly state: string
  readonly emails: number
  readonly encounters: number
  readonly messageId: string
}

async function checkSent({ connection, dovecot, box, sent, received, handedIn }: After) {
  const left = await ask<Left>(
    connection,
    `select o.idempotency_key as key, o.id, o.state, e.message_id as "messageId",
            (select count(*)::int from email t where t.subject = e.subject) as emails,
            (select count(*)::int from encounter n where n.email_id = e.id) as encounters
       from outbox o join email e on e.id = o.email_id`,
  )
  const inSent = await dovecot.doveadm('fetch', '-u', box, 'hdr.message-id', 'mailbox', 'Sent', 'all')
  const copies = [...inSent.matchAll(/<([^>]+)>/g)].map(([, id]) => id)
  const failures: string[] = []
  const expect = (subject: string, ok: boolean, what: string) => ok || failures.push(`${subject}: ${what}`)
  for (const { key, subject, to } of sent) {
    const rows = left.filter((row) => row.key === key)
    const [row] = rows
    expect(subject, rows.length === 1, `${rows.length} times in the outbox`)
    if (!row) continue
    const times = received.filter(({ raw }) => raw.includes(`Message-ID: <${row.messageId}>`)).length
    const copied = copies.filter((id) => id === row.messageId).length
    const accepted = row.state === 'ACCEPTED'
    expect(subject, row.emails === 1, `${row.emails} e-mails`)
    expect(subject, accepted || row.state === 'UNCLEAR', `stands as ${row.state}`)
    expect(subject, accepted ? times === 1 : times <= 1, `received ${times} times, stands as ${row.state}`)
    expect(subject, copied === (accepted ? 1 : 0), `${copied} copies in Sent, stands as ${row.state}`)
    const encounters = accepted && isKnown(to) ? 1 : 0
    expect(subject, row.encounters === encounters, `${row.encounters} encounters, stands as ${row.state}`)
  }
  if (left.length !== sent.length) failures.push(`${left.length} messages in the outbox`)
  if (received.length > sent.length) failures.push(`${received.length} messages received`)
  const unclear = left.filter(({ state }) => state === 'UNCLEAR')
  const groundless = unclear.filter(({ id }) => !handedIn.has(id))
  if (groundless.length > 0) failures.push(`${groundless.length} messages are unclear that no kill met`)
  return { failures, unclear: unclear.length }
}
