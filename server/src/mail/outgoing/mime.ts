import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MailAddress } from '#contract/mail/emails'
import { spoolFolder } from '../../files/file-store.ts'
import { keep, openStored } from '../../files/files.ts'
import type { Ctx } from '../../http/context.ts'
import type { Attachment } from './attachments.ts'

export interface MimeParts {
  readonly from: MailAddress
  readonly to: readonly MailAddress[]
  readonly cc: readonly MailAddress[]
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments: readonly Attachment[]
  /** Without angle brackets, as everywhere. */
  readonly messageId: string
  readonly inReplyTo: string
  readonly references: readonly string[]
  readonly date: Date
  readonly headers: Record<string, string>
  /** An iCalendar object with its METHOD, which mail programs show as an appointment. */
  readonly calendar?: { readonly method: string; readonly content: string } | undefined
}

/** Builds the message once and stores it: every delivery attempt sends the same bytes. */
export async function keepMime(ctx: Ctx, parts: MimeParts): Promise<{ hash: string; size: number }> {
  const spool = spoolFolder(ctx.services.config.dataDir)
  await mkdir(spool, { recursive: true, mode: 0o700 })
  const place = path.join(spool, randomUUID())
  try {
    await pipeline(await mimeOf(ctx, parts), createWriteStream(place, { mode: 0o600 }))
    return await keep(ctx.db, ctx.services.files, () => createReadStream(place))
  } finally {
    await rm(place, { force: true })
  }
}

/** Returns the bytes of a message with a Bcc header, for the sender's copy only. */
export function withHidden(mime: Buffer, bcc: readonly Pick<MailAddress, 'address'>[]): Buffer {
  if (bcc.length === 0) return mime
  return Buffer.concat([Buffer.from(`Bcc: ${bcc.map(({ address }) => address).join(',\r\n ')}\r\n`), mime])
}

async function mimeOf(ctx: Ctx, parts: MimeParts): Promise<Readable> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    from: parts.from,
    to: [...parts.to],
    cc: [...parts.cc],
    subject: parts.subject,
    html: parts.html || undefined,
    text: parts.text,
    messageId: `<${parts.messageId}>`,
    inReplyTo: parts.inReplyTo ? `<${parts.inReplyTo}>` : undefined,
    references: parts.references.map((id) => `<${id}>`),
    date: parts.date,
    headers: parts.headers,
    attachments: parts.attachments.map((attachment) => ({
      filename: attachment.name,
      contentType: attachment.mimeType,
      content: lazily(() => openStored(ctx, attachment.hash)),
      ...(attachment.cid
        ? { cid: attachment.cid, contentDisposition: 'inline' }
        : { contentDisposition: 'attachment' }),
    })),
    ...(parts.calendar ? { icalEvent: { filename: 'termin.ics', ...parts.calendar } } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().createReadStream() as Readable
}

/** Opens a stream when it is read, so that not all of them are open at once. */
const lazily = (open: () => Promise<Readable>) =>
  Readable.from(
    (async function* () {
      yield* await open()
    })(),
    { objectMode: false },
  )
