import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { emailFactory } from '../../../test/emails.ts'
import { mail } from '../../../test/mail.ts'
import { inTransaction, systemActor } from '../../http/context.ts'
import { parseMessage } from '../reading/parse.ts'
import { fileArrivalIn, keepContents } from './file-email.ts'
import { lockFiling, lockKeys } from './lock-filing.ts'

const app = await testApp()
const { appContext, database } = app
const db = database.kysely
const mailboxId = await emailFactory(app).buildMailbox()
const folder = await db
  .selectFrom('mail_folder')
  .select('id')
  .where('mailbox_id', '=', mailboxId)
  .executeTakeFirstOrThrow()

const part = (type: string, body: string, more = '') => `--b\r\nContent-Type: ${type}\r\n${more}\r\n${body}\r\n`
const mixed = (...parts: string[]) => mail({ 'Content-Type': 'multipart/mixed; boundary=b' }, `${parts.join('')}--b--`)
const invitation = (lines: string, type = 'text/calendar; charset=utf-8') =>
  mixed(part(type, `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR`))
const report = (type: string, ...parts: string[]) =>
  mail(
    { From: 'mailer-daemon@x.ch', 'Content-Type': `multipart/report; report-type=${type}; boundary=b` },
    `${part('text/plain', 'Undeliverable')}${parts.join('')}--b--`,
  )
const bounce = (recipient: string, original = 'Message-ID: <abcd@x.ch>') =>
  report(
    'delivery-status',
    part('message/delivery-status', `Reporting-MTA: dns; x\r\n\r\n${recipient}\r\nAction: failed\r\nStatus: 5.1.1`),
    part('message/rfc822', `${original}\r\nSubject: x\r\n\r\nx`),
  )
const receipt = (id: string) =>
  report(
    'disposition-notification',
    part('message/disposition-notification', `Original-Message-ID: ${id}\r\nDisposition: automatic; displayed`),
  )
const half = (length: number) => `${'x'.repeat(length)}😀`
/** Text that no index accepts, even compressed. */
const endless = randomBytes(45_000).toString('hex')
const utf16 = (text: string) => Buffer.from(text, 'utf16le').toString('base64')

const messages: Record<string, string> = {
  'HTML with NUL': mail({ 'Content-Type': 'text/html' }, '<p title="a\0b">Guten\0 Tag</p>'),
  'HTML in UTF-16 with NUL': mail(
    { 'Content-Type': 'text/html; charset=utf-16le', 'Content-Transfer-Encoding': 'base64' },
    utf16('<p>Guten\0 Tag</p>'),
  ),
  'HTML in UTF-7 with NUL': mail({ 'Content-Type': 'text/html; charset=utf-7' }, '<p>Guten+AAA- Tag</p>'),
  'text in UTF-7 with half a character': mail({ 'Content-Type': 'text/plain; charset=utf-7' }, 'Guten+2D0- Tag'),
  'a picture at an address with NUL': mail({ 'Content-Type': 'text/html' }, '<img src="https://x.ch/a&#0;b\0c.png">x'),
  'a subject of the longest': mail({ Subject: half(499) }),
  'a name of the longest': mail({ From: `"${half(254)}" <a@x.ch>`, Cc: `<${half(319)}@x.ch>` }),
  'a title of the longest': invitation(`SUMMARY:${half(499)}\r\nDTSTART:20260701T120000Z`),
  'a place of the longest': invitation(`LOCATION:${half(499)}\r\nDTSTART:20260701T120000Z`),
  'an organiser of the longest': invitation(`ORGANIZER;CN=${half(319)}:mailto:a@x.ch\r\nDTSTART:20260701T120000Z`),
  'a method with NUL': invitation('SUMMARY:x', "text/calendar; method*=utf-8''A%00B"),
  'a method of the longest': invitation('SUMMARY:x', `text/calendar; method="${half(49)}"`),
  'a content id of the longest': mixed(part('image/png; name=a.png', 'x', `Content-ID: <${half(499)}>\r\n`)),
  'a file whose name has NUL': mixed(
    part('image/png', 'x', "Content-Disposition: attachment; filename*=utf-8''a%00b\r\n"),
  ),
  'a recipient with NUL': bounce('Final-Recipient: rfc822; a\0b@c.ch'),
  'a recipient of the longest': bounce(`Final-Recipient: rfc822; ${half(319)}`),
  'the id of an original with NUL': bounce('Final-Recipient: rfc822; a@c.ch', 'Message-ID: <a\0bcd@x.ch>'),
  'the id of what was read with NUL': receipt('<a\0bcd@x.ch>'),
  'the id of what was read of any length': receipt(`<${endless}@x.ch>`),
  'the id of what was answered of any length': report('delivery-status').replace(
    'Subject:',
    `X-Failed-Recipients: a\0b@c.ch, c@d.ch\r\nIn-Reply-To: <${endless}@x.ch>\r\nSubject:`,
  ),
  'ids with NUL': mail({
    'Message-ID': '<a\0b@x.ch>',
    'In-Reply-To': '<c\0d@x.ch>',
    References: `<e\0f@x.ch> <${half(499)}>`,
  }),
}

function* textsIn(value: unknown, place = ''): Generator<[place: string, text: string]> {
  if (typeof value === 'string') yield [place, value]
  else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
    for (const [name, one] of Object.entries(value)) yield* textsIn(one, `${place}.${name}`)
}

describe('characters that PostgreSQL cannot store', () => {
  test.each(Object.entries(messages))('%s becomes an e-mail', async (name, text) => {
    const source = Buffer.from(text)
    const message = await parseMessage(source)
    const bad = [...textsIn(message)].filter(([, one]) => one.includes('\0') || !one.isWellFormed())
    expect(bad).toEqual([])
    const replaced = [...textsIn(message)].filter(([, one]) => one.endsWith('\ufffd'))
    expect(replaced).toEqual([])
    const kept = await keepContents({ db, services: appContext.services }, source, message)
    const place = { folderId: folder.id, uidValidity: 1, uid: name, role: 'INBOX', receivedAt: null, seen: false }
    const filed = await inTransaction(appContext, systemActor(), async (ctx) => {
      const locks = await lockFiling(ctx.db, lockKeys(message, kept.sourceHash, 'INBOX'))
      return fileArrivalIn(ctx, message, kept, { ...place, past: false }, locks)
    })
    expect(filed).toEqual({ emailId: message.id, isNew: true })
  })
})

test('no HTML tag appears when such characters are removed', async () => {
  const { html } = await parseMessage(
    Buffer.from(
      mail({ 'Content-Type': 'text/html' }, '<p>x</p><scr\0ipt>alert(1)</scr\0ipt><a href="java\0script:x">y</a>'),
    ),
  )
  expect(html).toBe('<p>x</p><a>y</a>')
})
