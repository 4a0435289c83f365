import { describe, expect, test } from 'vitest'
import { mail } from '../../../test/mail.ts'
import { parseMessage } from './parse.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const utf8 = (text: string) => Buffer.from(text).toString('latin1')
/** Parses a source whose characters are bytes. */
const read = (source: string) => parseMessage(latin(source))
const withType = (type: string, body: string) => read(mail({ 'Content-Type': type }, body))
const subjectOf = async (subject: string) => (await read(mail({ Subject: subject }))).subject
const mixed = (...parts: string[]) =>
  read(
    mail(
      { 'Content-Type': 'multipart/mixed; boundary=x' },
      `${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--`,
    ),
  )
const filesOf = ({ attachments }: Awaited<ReturnType<typeof read>>) =>
  attachments.map(({ name, mimeType, content }) => [name, mimeType, Buffer.from(content).toString('latin1').trim()])

describe('the text of a message', () => {
  const greeting = 'Grüsse aus Zürich'
  test.each([
    'us-ascii',
    '"US-ASCII"',
    'ansi_x3.4-1968',
    'unknown-8bit',
    'x-unknown',
    '8bit',
    'iso-2022-jp',
    'utf-7',
    'x-nobody-knows',
  ])('in UTF-8 is read when declared as %s', async (charset) => {
    expect((await withType(`text/plain; charset=${charset}`, utf8(greeting))).text).toBe(greeting)
  })
  test.each(['us-ascii', 'unknown-8bit', 'x-nobody-knows'])(
    'in Windows-1252 declared as %s is read as damaged',
    async (charset) => {
      const message = await withType(`text/plain; charset=${charset}`, 'Gr\xfcsse \x96 5 \x80')
      expect(message).toMatchObject({ text: 'Grüsse – 5 €', parseState: 'DAMAGED' })
    },
  )
  test.each([
    ['ibm850', 'Gr\x81sse'],
    ['cp850', 'Gr\x81sse'],
    ['cp437', 'Gr\x81sse'],
    ['IBM437', 'Gr\x81sse'],
    ['utf-7', 'Gr+APw-sse'],
    ['unicode-1-1-utf-7', 'Gr+APw-sse'],
    ['macintosh', 'Gr\x9fsse'],
    ['iso-8859-15', 'Gr\xfcsse'],
    ['x-utf-8', utf8('Grüsse')],
    ['ANSI', 'Gr\xfcsse'],
    ['hp-roman8', 'Gr\xcfsse'],
    ['utf-16', 'Gr\xc3\xbcsse'],
  ])('%s', async (charset, body) => {
    expect(await withType(`text/plain; charset=${charset}`, body)).toMatchObject({ text: 'Grüsse' })
  })
  test.each(['iso-8859-1', 'ISO8859_1', 'iso-8859-15', 'iso-8859-2'])(
    'in %s has the signs of Windows-1252 instead of control characters',
    async (charset) => {
      const message = await withType(`text/plain; charset=${charset}`, 'Schale \x96 \x84gross\x93')
      expect(message).toMatchObject({ text: 'Schale – „gross“', parseState: 'WHOLE' })
    },
  )
  test('in Japanese with escape sequences is read, also as iso-2022-jp-2', async () => {
    const body = '\x1b$B;32C\x1b(B'
    for (const charset of ['iso-2022-jp', 'ISO-2022-JP-2', 'cp50220']) {
      expect(await withType(`text/plain; charset=${charset}`, body)).toMatchObject({
        text: '山加',
        parseState: 'WHOLE',
      })
    }
  })
  test('with a damaged byte in Shift_JIS keeps the rest', async () => {
    const message = await withType('text/plain; charset=shift_jis', '\x92\x8d\x95\xb6 \xff 5')
    expect(message).toMatchObject({ text: '注文 \ufffd 5', parseState: 'DAMAGED' })
  })
  test('does not contain a byte order mark', async () => {
    expect((await withType('text/plain; charset=utf-8', utf8('\ufeffGrüsse'))).text).toBe('Grüsse')
  })
  test('has one kind of line end', async () => {
    expect((await withType('text/plain', 'a\rb\r\nc\nd')).text).toBe('a\nb\nc\nd')
  })
  test('begins its preview without the pictures that Outlook names in it', async () => {
    const { text, preview } = await withType('text/plain', '[cid:image001.png@01DD.AB]\r\nGuten Tag')
    expect([text, preview]).toEqual(['[cid:image001.png@01DD.AB]\nGuten Tag', 'Guten Tag'])
  })
  test.each(['text/plain charset=utf-8', 'text/plain, charset="utf-8"', 'text/plain:charset=utf-8'])(
    'is read when declared as %s',
    async (type) => {
      const message = await withType(type, utf8(greeting))
      expect(message).toMatchObject({ text: greeting, attachments: [], parseState: 'WHOLE' })
    },
  )
  test.each(['text/plain', ''])('that is a page is shown as one when declared as «%s»', async (type) => {
    const page = '<!DOCTYPE html>\r\n<html><head><meta charset=iso-8859-1></head><body><p>Gr\xfcsse</p></body></html>'
    expect(await withType(type, page)).toMatchObject({ html: '<p>Grüsse</p>', text: 'Grüsse' })
    expect(await withType(type, utf8('\ufeff<html><p>Grüsse</p></html>'))).toMatchObject({ html: '<p>Grüsse</p>' })
    const about = '<html> beginnt eine Seite'
    expect(await withType(type, about)).toMatchObject({ html: '', text: about })
  })
  test('with an invalid byte is marked as damaged', async () => {
    expect(await withType('text/plain; charset=utf-8', `${utf8('schöne Grüsse')} \xff`)).toMatchObject({
      text: 'schöne Grüsse \ufffd',
      parseState: 'DAMAGED',
    })
    expect((await withType('text/plain; charset=utf-8', utf8(greeting))).parseState).toBe('WHOLE')
    expect((await withType('text/plain; charset=iso-8859-1', 'Gr\xfcsse')).parseState).toBe('WHOLE')
  })
})

describe('the header fields of a message', () => {
  test.each([
    ['UTF-8 that says it is ASCII', '=?us-ascii?Q?Gr=C3=BCsse?='],
    ['an unknown set', '=?x-unknown?B?R3LDvHNzZQ==?='],
    ['UTF-7', '=?utf-7?Q?Gr+APw-sse?='],
    ['an old set of IBM', '=?ibm850?Q?Gr=81sse?='],
    ['raw bytes within a word', '=?iso-8859-1?Q?Gr\xfcsse?='],
    ['raw UTF-8 within a word', `=?utf-8?Q?${utf8('Grüsse')}?=`],
    ['raw bytes', 'Gr\xfcsse'],
    ['a character in two words', '=?utf-8?Q?Gr=C3?= =?utf-8?Q?=BCsse?='],
    ['letters in two words', '=?utf-8?B?R3LDvH?=\r\n =?utf-8?B?NzZQ==?='],
  ])('%s', async (_name, subject) => {
    expect(await subjectOf(subject)).toBe('Grüsse')
  })
  test.each([
    ['=?utf-8?Q?Offerte_f=C3=BCr', 'Offerte für'],
    ['Re: =?utf-8?Q?Offerte?= =?utf-8?Q?_f=C3=BCr=', 'Re: Offerte für'],
    ['=?utf-8?B?T2ZmZXJ0ZSBmw7xy?', 'Offerte für'],
  ])('may end within a word, which damages them: %s', async (subject, expected) => {
    expect(await read(mail({ Subject: subject }))).toMatchObject({ subject: expected, parseState: 'DAMAGED' })
  })
  test('keep a question mark in an encoded word', async () => {
    expect(await subjectOf('=?utf-8?Q?Was_ist_das??=')).toBe('Was ist das?')
  })
  test('combine encoded words in several character sets', async () => {
    expect(await subjectOf('Re: =?us-ascii?Q?Z=C3=BCrich?= =?iso-8859-1?Q?_=FCber?= alles')).toBe(
      'Re: Zürich über alles',
    )
  })
  test('decode names of people and files', async () => {
    const message = await read(mail({ From: '=?unknown-8bit?Q?J=C3=BCrg?= <juerg@example.org>' }))
    expect(message.from).toEqual({ name: 'Jürg', address: 'juerg@example.org' })
    const named = await mixed('Content-Type: application/x-a; name="=?us-ascii?Q?Gr=C3=BCsse.bin?="\r\n\r\nx')
    expect(named.attachments[0]?.name).toBe('Grüsse.bin')
  })
  test('ignore comments in addresses', async () => {
    const { from } = await read(mail({ From: 'Anna <anna(Verkauf)@example.org (Firma)>' }))
    expect(from.address).toBe('anna@example.org')
  })
  test('get no address from an encoded word', async () => {
    const message = await read(mail({ From: '=?us-ascii?Q?boss=40example.org=2C?= <a@example.org>' }))
    expect(message.from.address).toBe('a@example.org')
  })
  test('that are endless are read quickly', async () => {
    expect(await subjectOf(`${'=?a?q?x?y'.repeat(150_000)}`)).toContain('=?a?q?')
  })
})

describe('the header of a message', () => {
  const head = 'From: a@example.org\r\nSubject: Offerte'
  test.each([
    ['ends with a line of blanks', `${head}\r\n \t\r\nGuten Tag\r\n\r\nGruss`],
    ['ends without a line', `${head}\r\nGuten Tag\r\n\r\nGruss`],
    ['begins after empty lines', `\r\n\r\n${head}\r\n\r\nGuten Tag\r\n\r\nGruss`],
    ['begins with a mark of the order of bytes', `\xef\xbb\xbf${head}\r\n\r\nGuten Tag\r\n\r\nGruss`],
    ['has a line that is no field', `From: a@example.org\r\nkaputt\r\nSubject: Offerte\r\n\r\nGuten Tag\r\n\r\nGruss`],
    ['has a line of blanks within', `From: a@example.org\r\n \r\nSubject: Offerte\r\n\r\nGuten Tag\r\n\r\nGruss`],
    ['has carriage returns alone', `${head}\r\n\r\nGuten Tag\r\n\r\nGruss`.replaceAll('\r\n', '\r')],
    ['has them and a line feed at its end', `${`${head}\r\n\r\nGuten Tag\r\n\r\nGruss`.replaceAll('\r\n', '\r')}\r\n`],
    [
      'has them below what a server added',
      `Received: from a by b; 1 Jan 2026 00:00:00 +0000\r\n${`${head}\r\n\r\nGuten Tag\r\n\r\nGruss`.replaceAll('\r\n', '\r')}\r\n`,
    ],
  ])('that %s', async (_name, source) => {
    const { text, ...message } = await read(source)
    expect(message).toMatchObject({ subject: 'Offerte', from: { address: 'a@example.org' }, parseState: 'WHOLE' })
    expect(text.replaceAll('\r', '')).toBe('Guten Tag\n\nGruss')
  })
  test('may be missing', async () => {
    expect((await read('Guten Tag\r\n\r\nGruss\r\n')).text.replaceAll('\r', '')).toBe('Guten Tag\n\nGruss')
  })
  test('of a part may end with a line of blanks', async () => {
    expect((await mixed('Content-Type: text/plain\r\n \r\nGuten Tag')).text).toBe('Guten Tag')
  })
  test('gets no new field from a carriage return in a value', async () => {
    expect(await read(mail({ Subject: 'a\rBcc: b@example.org' }))).toMatchObject({ bcc: [] })
  })
})

describe('the files of a message', () => {
  const uu = 'begin 644 gruss.txt\r\n*1W+\\<W-E(&UI=`  \r\n`\r\nend\r\n'
  test.each(['x-uuencode', 'uuencode', 'uue', 'X-UUE'])('are read in %s', async (encoding) => {
    const coded = `Content-Type: application/x-a; name=a.txt\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${uu}`
    const message = await mixed('Content-Type: text/plain\r\n\r\nanbei', coded)
    expect(filesOf(message)).toEqual([['a.txt', 'application/x-a', 'Gr\xfcsse mit']])
  })
  test('are read from uuencoded text', async () => {
    const message = await withType('text/plain', `anbei\r\n${uu}Gruss`)
    expect(message.text.split(/\s+/)).toEqual(['anbei', 'Gruss'])
    expect(filesOf(message).map(([name]) => name)).toEqual(['gruss.txt'])
  })
  test('do not come from a text that only looks uuencoded', async () => {
    const message = await withType('text/plain', 'begin 644 nichts\r\nist gewiss.\r\nend')
    expect(message).toMatchObject({ text: expect.stringContaining('ist gewiss.'), attachments: [] })
  })
  test.each([
    [
      'Content-Type: text/plain; charset=us-ascii\r\nContent-Disposition: inline; filename=Preisliste.txt',
      'Preisliste.txt',
    ],
    ['Content-Type: text/html; name=Preisliste.html', 'Preisliste.html'],
  ])('include a named text part: %s', async (head, name) => {
    const message = await mixed('Content-Type: text/plain\r\n\r\nanbei', `${head}\r\n\r\nSchale 100\r\n`)
    expect(message.text).toBe('anbei')
    expect(Buffer.from(message.attachments[0]?.content ?? []).toString()).toBe('Schale 100\r\n')
    expect(filesOf(message)).toMatchObject([[name, /html/.test(head) ? 'text/html' : 'text/plain', 'Schale 100']])
  })
  test('include a named text that is the only part, which is also shown', async () => {
    const message = await read(
      mail({ 'Content-Type': 'text/plain; charset=us-ascii; name=Preisliste.txt' }, utf8('Schale für 100')),
    )
    expect(message).toMatchObject({ text: 'Schale für 100', attachments: [{ name: 'Preisliste.txt' }] })
  })
  test('do not include alternatives of the text with file names', async () => {
    const parts = ['text/plain; name=a.txt\r\n\r\nklar', 'text/html; name=a.html\r\n\r\n<p>klar</p>']
    const message = await read(
      mail(
        { 'Content-Type': 'multipart/alternative; boundary=x' },
        `${parts.map((part) => `--x\r\nContent-Type: ${part}\r\n`).join('')}--x--`,
      ),
    )
    expect(message).toMatchObject({ text: 'klar', html: '<p>klar</p>', attachments: [] })
  })
  test.each([
    ['8bit', 'a,b\r\n1,2\r\n', 'a,b\r\n1,2\r\n'],
    ['binary', 'a\nb\r\0\xff', 'a\nb\r\0\xff'],
    ['quoted-printable', 'a=3D1\r\nb=\r\nc=FF=\nd=', 'a=1\r\nbc\xffd='],
  ])('in %s are read byte for byte', async (encoding, body, bytes) => {
    const head = `Content-Type: application/x-a\r\nContent-Transfer-Encoding: ${encoding}`
    const { attachments } = await mixed(`${head}\r\n\r\n${body}`)
    expect(attachments.map(({ content }) => Buffer.from(content).toString('latin1'))).toEqual([bytes])
  })
  test.each([
    ['Content-Description: Bestellung 4711.PDF', 'Bestellung 4711.PDF'],
    ['Content-Description: =?utf-8?Q?Best=C3=A4tigung.pdf?=', 'Bestätigung.pdf'],
    ['Content-Location: Plan-1.pdf', 'Plan-1.pdf'],
    ['Content-Description: Ihr Beleg', '1.pdf'],
    ['Content-Location: https://example.org/a.pdf', '1.pdf'],
    ['Content-Disposition: attachment; filename="Scan 12.5"', 'Scan 12.5.pdf'],
    ['Content-Disposition: attachment; filename="Offerte.V2"', 'Offerte.V2'],
    [`Content-Disposition: attachment; filename="'Offerte.pdf'"`, 'Offerte.pdf'],
    [`Content-Disposition: attachment; filename="Offerte.pdf${' '.repeat(60)}.exe"`, 'Offerte.pdf .exe'],
    ["Content-Disposition: attachment; filename*=utf-8''Mu%CC%88ller.pdf", 'Müller.pdf'],
  ])('are named by what there is: %s', async (head, name) => {
    const message = await mixed(
      'Content-Type: text/plain\r\n\r\nanbei',
      `Content-Type: application/pdf\r\n${head}\r\n\r\nx`,
    )
    expect(message.attachments.map((file) => file.name)).toEqual([name])
  })
  test('have the ending of their type when the name has none', async () => {
    const named = (type: string, name: string) => `Content-Type: ${type}; name="${name}"\r\n\r\nSubject: a\r\n\r\nb`
    const { attachments } = await mixed(
      named('message/rfc822', 'Forwarded Message'),
      named('message/rfc822', 'AW: muster.ch'),
      named('image/jpeg', 'Foto'),
      named('application/zip', 'archiv.zip.001'),
      named('application/octet-stream', 'daten'),
      named('text/plain', 'LIESMICH'),
      named('constructor', 'Bau'),
    )
    expect(attachments.map(({ name }) => name)).toEqual([
      'Forwarded Message.eml',
      'AW muster.ch.eml',
      'Foto.jpg',
      'archiv.zip.001',
      'daten',
      'LIESMICH',
      'Bau',
    ])
  })
  test('text after the padding of Base64 is ignored', async () => {
    const fields = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': 'base64' }
    const { text } = await parseMessage(Buffer.from(mail(fields, 'R3LDvHNzZQ== ignored\r\n')))
    expect(text).toBe('Grüsse')
  })
  test('are found when the boundary comes first', async () => {
    const body = '--b\r\nContent-Type: text/plain; name=a.txt\r\n\r\nhier\r\n--b--'
    const message = await parseMessage(Buffer.from(mail({ 'Content-Type': 'multipart/mixed\r\n\tboundary="b"' }, body)))
    expect(message.attachments.map(({ name }) => name)).toEqual(['a.txt'])
  })
  test('in Base64 with invalid characters are marked as damaged', async () => {
    const coded = (content: string) =>
      mixed(`Content-Type: application/x-a\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}`)
    expect((await coded('R3LDvHNzZQ==')).parseState).toBe('WHOLE')
    expect((await coded('R3LD**zZQ==')).parseState).toBe('DAMAGED')
  })
})
