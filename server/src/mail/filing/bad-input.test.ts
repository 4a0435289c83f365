import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { testCertificate } from '../../../test/certificate.ts'
import { mail } from '../../../test/mail.ts'
import { startReaders } from '../../files/readers.ts'
import type { ReadMessage } from '../reading/message.ts'
import { parseMessage } from '../reading/parse.ts'
import { readSmime } from '../reading/smime.ts'
import { readTnef } from '../reading/tnef.ts'

const read = (source: string | Buffer) => parseMessage(Buffer.from(source))
const latin = (text: string) => Buffer.from(text, 'latin1')
const kindOf = async (fields: Record<string, string>, body = 'x') => (await read(mail(fields, body))).kind

/** `npm run test:hostile` reads messages of full length, with the memory that the product gives its readers. */
const { times, heapMegabytes } = process.env.HOSTILE_TEXTS
  ? { times: 10, heapMegabytes: 512 }
  : { times: 1, heapMegabytes: 64 }
const readers = startReaders<{ source: Uint8Array; id: string; whole: boolean }, ReadMessage>(
  new URL('../reading/message-reader.ts', import.meta.url),
  { heapMegabytes },
)

describe('a large message', () => {
  test('with very many tiny parts keeps at most a thousand of them', async () => {
    const part = '--p\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment\r\n\r\nx\r\n'
    const parts = part.repeat(10_000 * times)
    const message = await read(
      mail({ Subject: 'Teile', 'Content-Type': 'multipart/mixed; boundary=p' }, `${parts}--p--`),
    )
    expect(message.subject).toBe('Teile')
    expect(message.attachments.length).toBeLessThanOrEqual(1000)
  })
  test('with megabytes of Base64 in one line is read completely', async () => {
    const head = mail(
      {
        Subject: 'Lang',
        'Content-Type': 'application/octet-stream; name=lang.bin',
        'Content-Transfer-Encoding': 'base64',
      },
      '',
    )
    const message = await read(Buffer.concat([Buffer.from(head), Buffer.alloc(3_000_000 * times, 'A')]))
    expect(message.subject).toBe('Lang')
    expect(message.attachments[0]?.content.length).toBeGreaterThan(2_200_000 * times)
  })
  test.each([
    ['lines of a dot', `\r\n${'.\r\n'.repeat(1_400_000 * times)}`],
    ['fields of a head without end', 'x:\r\n'.repeat(1_500_000 * times)],
  ])('with millions of %s has the beginning of its header read', async (_what, rest) => {
    const source = Buffer.from(`Subject: Viel\r\nFrom: a@x.ch\r\n${rest}`)
    const message = await readers(async () => ({ source, id: '', whole: false }))
    expect(message).toMatchObject({ subject: 'Viel', from: { address: 'a@x.ch' } })
  })
  test('has the same content hash with any line ends and with headers added by servers', async () => {
    const body = `${'x'.repeat(999_995)}\r\n${'y\r\n'.repeat(10)}`
    const head = 'Subject: x\r\n'
    const hashes = new Set<string>()
    for (const source of [
      `${head}\r\n${body}`,
      `Received: a\r\n${head}\r\n${body}\r\n`,
      `${head}\r\n${body}`.replaceAll('\r', ''),
    ]) {
      hashes.add((await read(source)).contentHash)
    }
    expect(hashes.size).toBe(1)
  })
  test('with 10,000 references keeps the first and the latest', async () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => `<${at}@example.org>`).join('\r\n ')
    const { references } = await read(mail({ References: ids }))
    expect([references.length, references[0], references.at(-1)]).toEqual([100, '0@example.org', '9999@example.org'])
  })
})

describe('a header', () => {
  test('with a repeated field uses the first one, as servers on the way do', async () => {
    const twice = mail({ Subject: 'Erster' }).replace(
      '\r\n\r\n',
      '\r\nSubject: Zweiter\r\nFrom: evil@e.example\r\n\r\n',
    )
    expect(await read(twice)).toMatchObject({ subject: 'Erster', from: { address: 'anna@example.org' } })
  })
  test('with invalid addresses gives the valid ones', async () => {
    const bad = '"a b" <>, <@>, a@b@c, "x <y@z.test>" <real@example.org>, ,;,, =?utf-8?B?////?= <q@example.org>'
    const { to } = await read(mail({ To: bad }))
    expect(to.map(({ address }) => address)).toEqual(expect.arrayContaining(['real@example.org', 'q@example.org']))
    expect(to.every(({ address }) => !/[\s\0]/.test(address))).toBe(true)
  })
  test('with an invalid date or one out of range has no date', async () => {
    for (const date of [
      'gestern',
      'Thu, 99 Foo 2026 99:99:99 +9999',
      'Mon, 01 Jan 1500 00:00:00 +0000',
      'Mon, 01 Jan 9999 00:00:00 +0000',
      '',
    ]) {
      expect((await read(mail({ Date: date }))).sentAt, date).toBeNull()
    }
  })
  test('with a Message-ID with or without brackets, empty or too long is read', async () => {
    expect((await read(mail({ 'Message-ID': 'ohne@example.org' }))).messageId).toBe('ohne@example.org')
    expect((await read(mail({ 'Message-ID': '<a b@example.org>' }))).messageId).toBe('ab@example.org')
    expect((await read(mail({ 'Message-ID': '<>' }))).messageId.length).toBeLessThan(3)
    expect((await read(mail({ 'Message-ID': `<${'x'.repeat(5000)}@example.org>` }))).messageId).toHaveLength(500)
  })
})

describe('rare character sets', () => {
  test.each([
    ['iso-8859-15', '\xa4', '€'],
    ['macintosh', 'Gr\x9fsse', 'Grüsse'],
    ['unknown-8bit', 'Gr\xfcsse', 'Grüsse'],
    ['x-gibt-es-nicht', 'Gr\xfcsse', 'Grüsse'],
  ])('%s', async (charset, bytes, text) => {
    const head = latin(mail({ 'Content-Type': `text/plain; charset=${charset}` }, ''))
    expect((await read(Buffer.concat([head, latin(bytes)]))).text).toContain(text)
  })
})

describe('a message written by a machine', () => {
  test.each<[string, Record<string, string>]>([
    ['X-Autoreply', { 'X-Autoreply': 'yes' }],
    ['X-Autorespond', { 'X-Autorespond': 'Ferien' }],
    ['Precedence', { Precedence: 'auto_reply' }],
    ['the subject in French', { Subject: 'Réponse automatique : vacances' }],
    ['the subject in German', { Subject: 'Abwesenheit bis Montag' }],
  ])('is automatic by %s', async (_, fields) => expect(await kindOf(fields)).toBe('AUTO'))
  test('is a bounce by X-Failed-Recipients, or by two of three signs', async () => {
    expect(await kindOf({ 'X-Failed-Recipients': 'weg@b.ch' })).toBe('BOUNCE')
    expect(await kindOf({ 'Return-Path': '<>', Subject: 'Ihre Nachricht wurde nicht zugestellt' })).toBe('BOUNCE')
    expect(await kindOf({ 'Return-Path': '<>', From: 'postmaster@a.ch' })).toBe('BOUNCE')
    expect(await kindOf({ From: 'postmaster@a.ch' })).toBe('NORMAL')
  })
  test('is a read receipt that names the message', async () => {
    const report = [
      '--m\r\nContent-Type: text/plain\r\n\r\ngelesen',
      '--m\r\nContent-Type: message/disposition-notification\r\n\r\nOriginal-Message-ID: <ours@a.ch>\r\nDisposition: manual-action/MDN-sent-manually; displayed',
      '--m--',
    ].join('\r\n')
    const fields = { 'Content-Type': 'multipart/report; report-type=disposition-notification; boundary=m' }
    expect(await read(mail(fields, report))).toMatchObject({
      kind: 'RECEIPT',
      inReplyTo: 'ours@a.ch',
      refusesAnswers: true,
    })
  })
  test('is a bounce without a report when its report is unusable', async () => {
    const broken = '--m\r\nContent-Type: message/delivery-status\r\n\r\n\0\0Final-Recipient\r\nAction failed\r\n--m--'
    const fields = { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=m' }
    expect(await read(mail(fields, broken))).toMatchObject({ kind: 'BOUNCE', report: null })
  })
})

describe('a winmail.dat', () => {
  const whole = () => {
    const attribute = (level: number, id: number, data: Buffer) => {
      const head = Buffer.alloc(9)
      head.writeUInt8(level, 0)
      head.writeUInt32LE(id, 1)
      head.writeUInt32LE(data.length, 5)
      return Buffer.concat([head, data, Buffer.alloc(2)])
    }
    return Buffer.concat([
      Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]),
      attribute(2, 0x69002, Buffer.alloc(14)),
      attribute(2, 0x18010, latin('NOTIZ.TXT\0')),
      attribute(2, 0x6800f, latin('Inhalt')),
    ])
  }
  test('cut off anywhere gives what came before without an error', () => {
    const bytes = whole()
    expect(readTnef(bytes).attachments).toMatchObject([{ name: 'NOTIZ.TXT' }])
    for (let length = 0; length < bytes.length; length++) expect(readTnef(bytes.subarray(0, length)).html).toBe('')
  })
  test('repeated in one message gives the first thousand files', async () => {
    const many = Buffer.concat([
      whole().subarray(0, 6),
      ...Array.from({ length: 300 }, () => whole().subarray(6)),
    ]).toString('base64')
    const part = `--w\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n${many}\r\n`
    const { attachments } = await read(
      mail({ 'Content-Type': 'multipart/mixed; boundary=w' }, `${part.repeat(4)}--w--`),
    )
    expect(attachments).toHaveLength(1000)
    expect(attachments.slice(3, 5)).toMatchObject([{ name: 'winmail.dat' }, { name: 'NOTIZ.TXT' }])
  })
  test('with wrong lengths and counts gives a limited number of files', () => {
    for (let at = 6; at < whole().length; at++) {
      const bytes = whole()
      bytes.fill(0xff, at, Math.min(at + 4, bytes.length))
      expect(readTnef(bytes).attachments.length).toBeLessThanOrEqual(500)
    }
  })
})

describe('S/MIME', () => {
  const { certificate, key } = testCertificate('anna@example.org')
  const inside = [
    'Content-Type: multipart/mixed; boundary=i',
    '',
    '--i\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGrüsse im Umschlag',
    '--i\r\nContent-Type: text/plain; name=plan.txt\r\nContent-Disposition: attachment; filename=plan.txt\r\n\r\nPlan',
    '--i--',
    '',
  ].join('\r\n')
  const openssl = (args: string[], input: string | Buffer) => execFileSync('openssl', ['cms', ...args], { input })
  const sign = (...more: string[]) =>
    openssl(['-sign', '-signer', certificate, '-inkey', key, '-binary', '-outform', 'DER', ...more], inside)
  const wrapped = (content: Buffer, type = 'application/pkcs7-mime; smime-type=signed-data; name=smime.p7m') =>
    mail(
      { Subject: 'Umschlag', 'Content-Type': type, 'Content-Transfer-Encoding': 'base64' },
      content.toString('base64').replace(/(.{76})/g, '$1\r\n'),
    )
  const shown = {
    seal: 'SIGNED',
    text: expect.stringContaining('Grüsse im Umschlag'),
    attachments: [{ name: 'plan.txt' }],
  }

  test('signed in a p7m shows its content, marked as signed', async () => {
    expect(await read(wrapped(sign('-nodetach')))).toMatchObject(shown)
  })
  test('signed in a p7m with indefinite lengths, as Outlook writes it, is read', async () => {
    const stream = sign('-nodetach', '-stream')
    expect(stream[1]).toBe(0x80)
    expect(await read(wrapped(stream, 'application/x-pkcs7-mime; name="smime.p7m"'))).toMatchObject(shown)
  })
  test('signed with a separate p7s shows the text and keeps the signature as a file', async () => {
    const body = `--s\r\nContent-Type: text/plain\r\n\r\nKlartext\r\n--s\r\nContent-Type: application/pkcs7-signature; name=smime.p7s\r\nContent-Disposition: attachment; filename=smime.p7s\r\nContent-Transfer-Encoding: base64\r\n\r\n${sign().toString('base64')}\r\n--s--`
    const type = 'multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary=s'
    expect(await read(mail({ 'Content-Type': type }, body))).toMatchObject({
      seal: 'SIGNED',
      text: expect.stringContaining('Klartext'),
      attachments: [{ name: 'smime.p7s' }],
    })
  })
  test('encrypted is recognised even without its type, and kept as a file', async () => {
    const encrypted = openssl(['-encrypt', '-outform', 'DER', '-aes256', certificate], inside)
    for (const type of [
      'application/pkcs7-mime; smime-type=enveloped-data',
      'application/pkcs7-mime; name=smime.p7m',
    ]) {
      const message = await read(wrapped(encrypted, type))
      expect(message).toMatchObject({ seal: 'ENCRYPTED', text: '' })
      expect(message.attachments).toHaveLength(1)
    }
  })
  test('signed around encrypted content counts as encrypted', async () => {
    const encrypted = openssl(['-encrypt', '-outform', 'DER', '-aes256', certificate], inside)
    const inner = `Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\nContent-Transfer-Encoding: base64\r\n\r\n${encrypted.toString('base64')}\r\n`
    const outer = openssl(
      ['-sign', '-nodetach', '-signer', certificate, '-inkey', key, '-binary', '-outform', 'DER'],
      inner,
    )
    expect((await read(wrapped(outer))).seal).toBe('ENCRYPTED')
  })
  test('cut off or with wrong lengths is kept as a file without an error', async () => {
    const content = sign('-nodetach')
    for (let length = 0; length < 300; length++) expect(readSmime(content.subarray(0, length))).toBeNull()
    for (let at = 1; at < 200; at++) {
      const bytes = Buffer.from(content)
      bytes.fill(0xff, at, at + 3)
      readSmime(bytes)
    }
    expect(readSmime(Buffer.from('3080'.repeat(5000), 'hex'))).toBeNull()
    const message = await read(wrapped(content.subarray(0, 100)))
    expect(message).toMatchObject({ seal: 'SIGNED', attachments: [{ name: 'smime.p7m' }] })
  })
})
