import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Kysely, sql } from 'kysely'
import type { MailAddress } from '#contract/mail/emails'
import type { Config } from '../../config.ts'
import type { DB } from '../../db/schema.ts'
import type { FileStore } from '../../files/file-store.ts'
import { MailError } from '../transports/faults.ts'
import { graphClient, refusal } from '../transports/graph-client.ts'
import { withHidden } from './mime.ts'
import type { SendingMailbox } from './sending-mailbox.ts'

/** Size limits in bytes of Microsoft Graph for a single request; larger messages are assembled from their parts. */
const mimeBytes = 2_000_000
const attachmentBytes = 3_000_000
/** Size of an upload range in bytes: a multiple of 320 KiB, as Graph requires. */
const rangeBytes = 10 * 327_680

interface Outgoing {
  readonly emailId: string
  readonly mimeHash: string
  readonly mimeBytes: number
}

export interface Graph {
  /** Creates the message as a draft in the mailbox and returns its id, which stays valid when it moves. */
  createDraft(db: Kysely<DB>, files: FileStore, message: Outgoing): Promise<string>
  send(id: string): Promise<void>
  /** Returns whether the message is still a draft, and its Message-ID by Exchange; null if it does not exist. */
  look(id: string): Promise<{ isDraft: boolean; messageId: string } | null>
}

/** Returns a client that sends from a mailbox of Microsoft 365. Errors of all calls: MailError. */
export function openGraph(config: Config, mailbox: SendingMailbox): Graph {
  const client = graphClient(config, mailbox)
  const address = (...parts: string[]) => ['messages', ...parts.map((part) => encodeURIComponent(part))].join('/')
  const ask = <T extends object>(method: string, path: string, body?: object | string): Promise<T | null> =>
    client.json<T>(path, body === undefined ? { method } : { method, body })

  async function created(content: object | string): Promise<string> {
    const answer = await ask<{ id?: string }>('POST', address(), content)
    if (!answer?.id) throw new MailError('PROTOCOL', 'no id')
    return answer.id
  }

  async function attach(id: string, file: Part, content: Readable): Promise<void> {
    const about = {
      '@odata.type': '#microsoft.graph.fileAttachment',
      name: file.name,
      contentType: file.mimeType,
      ...(file.cid ? { isInline: true, contentId: file.cid } : {}),
    }
    const bytes = await buffer(content)
    if (bytes.length <= attachmentBytes) {
      await ask('POST', address(id, 'attachments'), { ...about, contentBytes: bytes.toString('base64') })
      return
    }
    const { '@odata.type': _, ...described } = about
    const session = await ask<{ uploadUrl?: string }>('POST', address(id, 'attachments', 'createUploadSession'), {
      AttachmentItem: { attachmentType: 'file', ...described, size: bytes.length },
    })
    for (let from = 0; from < bytes.length; from += rangeBytes) {
      const part = bytes.subarray(from, from + rangeBytes)
      // The upload URL contains its own credentials; the token must not be sent to its host.
      const answer = await fetch(session?.uploadUrl ?? '', {
        method: 'PUT',
        headers: { 'content-range': `bytes ${from}-${from + part.length - 1}/${bytes.length}` },
        body: new Uint8Array(part),
        signal: AbortSignal.timeout(120_000),
      }).catch(() => null)
      if (!answer?.ok) throw answer ? await refusal(answer) : new MailError('DISCONNECTED')
      await answer.body?.cancel()
    }
  }

  return {
    async createDraft(db, files, message) {
      const email = await partsOf(db, message.emailId)
      if (message.mimeBytes <= mimeBytes) {
        const mime = await buffer(await files.open(message.mimeHash))
        return created(withHidden(mime, email.bcc).toString('base64'))
      }
      const id = await created(draftOf(email))
      try {
        for (const file of email.attachments) await attach(id, file, await files.open(file.hash))
      } catch (error) {
        // The next attempt creates a new draft; an incomplete one would stay in the mailbox.
        await ask('DELETE', address(id)).catch(() => {})
        throw error
      }
      return id
    },
    async send(id) {
      if (!(await ask('POST', address(id, 'send'), '')))
        throw new MailError('PROTOCOL', 'the draft is gone', { passing: false })
    },
    async look(id) {
      const path = `${address(id)}?$select=isDraft,internetMessageId`
      const found = await ask<{ isDraft?: boolean; internetMessageId?: string }>('GET', path)
      if (!found) return null
      return { isDraft: found.isDraft ?? true, messageId: (found.internetMessageId ?? '').replace(/^<|>$/g, '') }
    },
  }
}

// --- a message that is assembled from its parts
// ------------------------------------------------------------------------

interface Part {
  readonly name: string
  readonly mimeType: string
  readonly hash: string
  readonly cid: string
}

interface Parts {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly to: readonly MailAddress[]
  readonly cc: readonly MailAddress[]
  readonly bcc: readonly MailAddress[]
  readonly messageId: string
  readonly inReplyTo: string
  readonly references: readonly string[]
  readonly outboxId: string
  readonly attachments: readonly (Part & { readonly id: string })[]
}

async function partsOf(db: Kysely<DB>, emailId: string): Promise<Parts> {
  const { rows } = await sql<Parts>`
    select e.subject, b.html, b.text, e.to_list as "to", e.cc_list as cc, e.bcc_list as bcc, e.message_id as "messageId",
           e.in_reply_to as "inReplyTo", e.reference_ids as references, o.id as "outboxId", coalesce((
             select json_agg(json_build_object('id', a.id, 'name', a.name, 'mimeType', a.mime_type, 'hash', a.file_hash,
                                               'cid', a.content_id) order by a.position)
               from email_attachment a where a.email_id = e.id), '[]') as attachments
      from email e join email_body b on b.id = e.id join outbox o on o.email_id = e.id
     where e.id = ${emailId}`.execute(db)
  if (!rows[0]) throw new MailError('PROTOCOL', '', { passing: false })
  return rows[0]
}

function draftOf(email: Parts): object {
  const people = (list: readonly MailAddress[]) => list.map((emailAddress) => ({ emailAddress }))
  const html = email.attachments.reduce(
    (text, { id, cid }) =>
      cid ? text.replaceAll(new RegExp(`/api/emails/[\\w-]+/attachments/${id}`, 'g'), `cid:${cid}`) : text,
    email.html,
  )
  // The headers that identify threads can only be set as MAPI properties.
  const properties = [
    { id: 'String 0x1042', value: email.inReplyTo && `<${email.inReplyTo}>` },
    { id: 'String 0x1039', value: email.references.map((id) => `<${id}>`).join(' ') },
  ].filter(({ value }) => value !== '')
  return {
    subject: email.subject,
    body: html ? { contentType: 'html', content: html } : { contentType: 'text', content: email.text },
    toRecipients: people(email.to),
    ccRecipients: people(email.cc),
    bccRecipients: people(email.bcc),
    internetMessageId: `<${email.messageId}>`,
    internetMessageHeaders: [{ name: 'X-CRM-Outbox', value: email.outboxId }],
    ...(properties.length > 0 ? { singleValueExtendedProperties: properties } : {}),
  }
}
