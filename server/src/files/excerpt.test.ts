import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { contactDocumentApi } from '#contract/contacts/documents'
import type { DocumentExcerpt } from '#contract/lists/galleries'
import { testApp } from '../../test/app.ts'
import { contactFactory } from '../../test/contacts.ts'
import { maxExcerptLength, maxFileBytes } from './excerpt-limits.ts'
import { xlsx } from './spreadsheets/xlsx.ts'
import { unpack } from './zip-members.ts'

const { as } = await testApp()
const { id } = await contactFactory(as)()

async function excerptOf(content: Buffer | string, name: string): Promise<DocumentExcerpt> {
  const file = new File([new Uint8Array(Buffer.from(content))], name)
  const { answer } = await as('ADMIN').call(contactDocumentApi.upload, { params: { id }, file })
  expect(answer.result, answer.detail).toBe('OK')
  const params = { id, attId: answer.document?.id ?? '' }
  const reply = await as('USER').call(contactDocumentApi.excerpt, { params })
  expect(reply.status).toBe(200)
  return reply.answer
}

function zip(members: Record<string, string>): Promise<Buffer> {
  const file = new ZipFile()
  for (const [name, text] of Object.entries(members)) file.addBuffer(Buffer.from(text), name)
  file.end()
  return buffer(file.outputStream)
}

const docx = (body: string) =>
  zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>` })

test('the excerpt of a Word file has its paragraphs', async () => {
  const text = await docx(
    '<w:p><w:r><w:t>Offerte</w:t></w:r></w:p><w:p><w:t xml:space="preserve">12 </w:t><w:tab/><w:t>Ringe &amp; Rost &#8211; g&#xfc;nstig</w:t></w:p><w:p><w:instrText>PAGE</w:instrText></w:p>',
  )
  expect(await excerptOf(text, 'Offerte.docx')).toEqual({
    kind: 'TEXT',
    text: 'Offerte\n12 \tRinge & Rost – günstig',
    shortened: false,
  })
})

test('the excerpt of a spreadsheet has its cells in their columns', async () => {
  async function* rows() {
    yield ['Feuerring', 12, true]
  }
  const own = await buffer(xlsx('Preise', ['Artikel', 'Menge', 'Lager'], rows()))
  expect(await excerptOf(own, 'Preise.xlsx')).toEqual({
    kind: 'TEXT',
    text: 'Preise\nArtikel\tMenge\tLager\nFeuerring\t12\t1',
    shortened: false,
  })
  const shared = await zip({
    '[Content_Types].xml': '',
    'xl/workbook.xml': '<sheets><sheet name="Lager &amp; Ort" sheetId="1"/></sheets>',
    'xl/sharedStrings.xml': '<sst><si><t>eins</t></si><si><r><t>zw</t></r><r><t>ei</t></r></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<sheetData><row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1" t="s"><v>0</v></c></row></sheetData>',
  })
  expect(await excerptOf(shared, 'Lager.xlsx')).toMatchObject({ text: 'Lager & Ort\nzwei\t\teins' })
})

test('the excerpts of OpenDocument texts and of slides have their text', async () => {
  const odt = new ZipFile()
  odt.addBuffer(Buffer.from('application/vnd.oasis.opendocument.text'), 'mimetype', { compress: false })
  odt.addBuffer(
    Buffer.from('<text:h>Titel</text:h><text:p>Ein<text:s/>Satz<text:line-break/>.</text:p>'),
    'content.xml',
  )
  odt.end()
  expect(await excerptOf(await buffer(odt.outputStream), 'Brief.odt')).toMatchObject({ text: 'Titel\nEin Satz\n.' })
  const slides = Object.fromEntries(
    [1, 2, 10].map((number) => [`ppt/slides/slide${number}.xml`, `<a:p><a:t>Folie ${number}</a:t></a:p>`]),
  )
  expect(await excerptOf(await zip({ '[Content_Types].xml': '', ...slides }), 'Vortrag.pptx')).toMatchObject({
    text: 'Folie 1\n\nFolie 2\n\nFolie 10',
  })
})

test('the excerpt of an e-mail has its headers, sanitised HTML and names of attachments', async () => {
  const mail = [
    'From: =?utf-8?q?J=C3=BCrg?= <juerg@example.ch>',
    'To: Verkauf <verkauf@example.ch>, info@example.ch',
    'Subject: Bestellung',
    'Date: Mon, 2 Mar 2026 10:00:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: multipart/related; boundary=y',
    '',
    '--y',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<style>p{color:red}</style><p onclick="alert(1)" style="background:url(https://spy.example/a)">Guten Tag</p>' +
      '<script>alert(1)</script><img src="https://spy.example/pixel.png"><img src="cid:logo" alt="Logo">' +
      '<a href="javascript:alert(1)">Klick</a><form action="https://spy.example"><input></form>',
    '--y',
    'Content-Type: image/png',
    'Content-ID: <logo>',
    'Content-Disposition: inline; filename=logo.png',
    'Content-Transfer-Encoding: base64',
    '',
    'iVBORw0KGgo=',
    '--y--',
    '--x',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename="Plan.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0xLjQ=',
    '--x--',
    '',
  ].join('\r\n')
  expect(await excerptOf(mail, 'Bestellung.eml')).toEqual({
    kind: 'MAIL',
    subject: 'Bestellung',
    from: 'Jürg <juerg@example.ch>',
    to: ['Verkauf <verkauf@example.ch>', 'info@example.ch'],
    cc: [],
    sentAtUtc: '2026-03-02T09:00:00.000Z',
    html: '<p>Guten Tag</p><img src="data:image/png;base64,iVBORw0KGgo=" alt="Logo" />Klick',
    text: '',
    attachments: [{ name: 'Plan.pdf', sizeByte: 8 }],
    shortened: false,
  })
})

test.each([
  ['windows-1252', 'latin1'],
  ['iso-8859-1', 'latin1'],
  ['utf-8', 'latin1'],
  ['made-up', 'latin1'],
  ['iso-8859-1', 'utf8'],
  ['windows-1252', 'utf8'],
  ['utf-8', 'utf8'],
] as const)('an e-mail declared as %s but encoded in %s is decoded correctly', async (charset, encoding) => {
  // in windows-1252 the euro sign and the dash are the bytes 0x80 and 0x96
  const text = 'Grüsse à 5 € – Zoë'
  const raw = encoding === 'utf8' ? text : text.replace('€', '\x80').replace('–', '\x96')
  const mail = `From: Zoë <zoe@example.ch>\r\nSubject: Offre complète\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${raw}\r\n`
  expect(await excerptOf(Buffer.from(mail, encoding), 'Mail.eml')).toMatchObject({
    from: 'Zoë <zoe@example.ch>',
    subject: 'Offre complète',
    text,
  })
})

test('a UTF-8 e-mail with one broken character is read', async () => {
  const fields = 'From: a@example.ch\r\nSubject: x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n'
  const mail = Buffer.concat([Buffer.from(`${fields}Grüsse aus Zürich, schöne Tage`), Buffer.from([0xc3])])
  expect(await excerptOf(mail, 'Mail.eml')).toMatchObject({ text: 'Grüsse aus Zürich, schöne Tage\ufffd' })
})

/** Returns a ZIP of stored members; with more than 65,535 it is a ZIP64. */
function largeZip(members: readonly (readonly [string, string])[]): Buffer {
  const [locals, list]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, text] of members) {
    const [local, entry] = [Buffer.alloc(30), Buffer.alloc(46)]
    local.writeUInt32LE(0x04034b50, 0)
    entry.writeUInt32LE(0x02014b50, 0)
    for (const [head, sizes, nameAt] of [[local, 14, 26] as const, [entry, 16, 28] as const]) {
      head.writeUInt32LE(crc32(text), sizes)
      head.writeUInt32LE(text.length, sizes + 4)
      head.writeUInt32LE(text.length, sizes + 8)
      head.writeUInt16LE(name.length, nameAt)
    }
    entry.writeUInt32LE(at, 42)
    locals.push(local, Buffer.from(name + text))
    list.push(entry, Buffer.from(name))
    at += 30 + name.length + text.length
  }
  const is64 = members.length > 0xffff
  const size = Buffer.concat(list).length
  const [record, locator, end] = [Buffer.alloc(56), Buffer.alloc(20), Buffer.alloc(22)]
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(BigInt(at), 48)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(at + size), 8)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(is64 ? 0xffff : members.length, 10)
  end.writeUInt32LE(is64 ? 0xffff_ffff : at, 16)
  return Buffer.concat([...locals, ...list, ...(is64 ? [record, locator] : []), end])
}

test.each([21_000, 66_000])('a file with %d members is read to its end', async (count) => {
  const others = Array.from({ length: count }, (_, at) => [`word/media/${at}.txt`, ''] as const)
  const document = '<w:document><w:p><w:t>Ganz hinten</w:t></w:p></w:document>'
  const file = largeZip([['[Content_Types].xml', '<Types/>'], ...others, ['word/document.xml', document]])
  expect(await excerptOf(file, 'Viele.docx')).toEqual({ kind: 'TEXT', text: 'Ganz hinten', shortened: false })
})

test('a zip bomb is unpacked only up to the limit', async () => {
  const packed = deflateRawSync(Buffer.alloc(200 * 1024 * 1024, 'a'))
  expect(packed.length).toBeLessThan(1_000_000)
  const { content, whole } = await unpack({ name: 'bomb', method: 8, packed }, 1000)
  expect([content.length, whole]).toEqual([1000, false])
  const bomb = oneMember('word/document.xml', packed, 200 * 1024 * 1024)
  expect(await excerptOf(bomb, 'Bombe.docx')).toMatchObject({ kind: 'TEXT', shortened: true })
})

test('of very many small parts only the first are read', async () => {
  const slides = Array.from({ length: 3000 }, (_, at) => [`ppt/slides/slide${at}.xml`, `<a:t>F${at}</a:t>`] as const)
  const { text, shortened } = (await excerptOf(largeZip([['[Content_Types].xml', ''], ...slides]), 'Viele.pptx')) as {
    text: string
    shortened: boolean
  }
  expect([text.split('\n\n').at(-1), shortened]).toEqual(['F2047', true])
})

test('an unreadable or overlong file is reported as such', async () => {
  const torn = (await docx('<w:p/>')).subarray(0, -30)
  expect(await excerptOf(torn, 'kaputt.docx')).toEqual({ kind: 'NONE', reason: 'UNREADABLE' })
  expect(await excerptOf('%PDF-1.4', 'plan.pdf')).toEqual({ kind: 'NONE', reason: 'NO_TEXT' })
  const fields = 'From: a@example.ch\r\nTo: b@example.ch\r\nSubject: tief\r\nMIME-Version: 1.0\r\n'
  const nested = Array.from(
    { length: 400 },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  )
  expect(await excerptOf(fields + nested.join(''), 'tief.eml')).toEqual({ kind: 'NONE', reason: 'UNREADABLE' })
  const long = await docx('<w:p><w:t>lang </w:t></w:p>'.repeat(60_000))
  const { text, shortened } = (await excerptOf(long, 'lang.docx')) as { text: string; shortened: boolean }
  expect([text.length, shortened]).toEqual([maxExcerptLength, true])
})

test('a very large file is not read', async () => {
  const file = new ZipFile()
  file.addBuffer(Buffer.from('<Types/>'), '[Content_Types].xml')
  file.addBuffer(Buffer.from('<w:p/>'), 'word/document.xml')
  file.addBuffer(Buffer.alloc(maxFileBytes), 'word/media/film', { compress: false })
  file.end()
  expect(await excerptOf(await buffer(file.outputStream), 'riesig.docx')).toEqual({ kind: 'NONE', reason: 'TOO_LARGE' })
})

/** Returns a ZIP with one member of compressed data. */
function oneMember(name: string, packed: Buffer, size: number): Buffer {
  const types = Buffer.from('[Content_Types].xml')
  const label = Buffer.from(name)
  const sum = crc32(Buffer.alloc(0))
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(sum, 14)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(size, 22)
  local.writeUInt16LE(label.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(label.length, 28)
  entry.writeUInt16LE(types.length, 32)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + label.length + types.length, 12)
  end.writeUInt32LE(local.length + label.length + packed.length, 16)
  return Buffer.concat([local, label, packed, entry, label, types, end])
}

test('XML with own entities, a broken end or deep nesting gives the text that can be read', async () => {
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const body = '<w:p><w:t>vor &l9; &file;</w:t></w:p><w:p><w:t><![CDATA[a < b]]></w:t></w:p>'
  const bomb = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY l0 "ha">${laughs}<!ENTITY file SYSTEM "file:///etc/passwd">]>${body}`
  const wordFile = (xml: string) => zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': xml })
  const read = await excerptOf(await wordFile(bomb), 'Bombe.docx')
  expect(read).toMatchObject({ text: 'vor &l9; &file;\na < b' })
  const broken = await wordFile(
    '<?xml version="1.0"?><w:p><w:t>Anfang</w:t></w:p><w:p><w:t>Mitte & < Ende</w:t></w:p><w:p><w:t',
  )
  expect(await excerptOf(broken, 'Abgebrochen.docx')).toMatchObject({ text: expect.stringMatching(/^Anfang\nMitte/) })
  const deep = await excerptOf(await wordFile('<w:p><w:t>Tief</w:t>'.concat('<w:p>'.repeat(200_000))), 'Tief.docx')
  expect(deep).toMatchObject({ text: 'Tief' })
})
