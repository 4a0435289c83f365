import { describe, expect, test } from 'vitest'
import { mail } from '../../../test/mail.ts'
import { parseMessage } from './parse.ts'

/** Parses a source whose characters are bytes. */
const read = (fields: Record<string, string>, body: string) => parseMessage(Buffer.from(mail(fields, body), 'latin1'))
const parts = (boundary: string, ...all: string[]) =>
  `${all.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--`
const withParts = (type: string, ...all: string[]) =>
  read({ 'Content-Type': `multipart/${type}; boundary=x` }, parts('x', ...all))
const plain = (text: string) => `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`
const html = (text: string) => `Content-Type: text/html; charset=utf-8\r\n\r\n${text}`

describe('alternatives of a text', () => {
  test.each(['', ' \r\n \r\n'])('an empty text is replaced by that of the HTML', async (text) => {
    const message = await withParts('alternative', plain(text), html('<p>Bestellung</p>'))
    expect(message).toMatchObject({ text: 'Bestellung', preview: 'Bestellung', html: '<p>Bestellung</p>' })
  })
  test.each([
    ['<p>Wir suchen 2 Schalen\r\nmit 100 cm.</p>\r\n<p>Gruss</p>', 'Wir suchen 2 Schalen mit 100 cm.\nGruss'],
    ['<pre>a\r\nb</pre>c\r\nd', 'a\nb\nc d'],
    ['<div style="white-space:pre-wrap">a\r\nb</div>', 'a\nb'],
    ['Guten Tag<p>Anfrage<div>a</div><div>b<br></div>', 'Guten Tag\nAnfrage\na\nb'],
    ['<div>a</div><div><br></div><div>b</div>', 'a\n\nb'],
    ['<header>a</header><section>b</section><address>c</address><footer>d</footer>', 'a\nb\nc\nd'],
    ['<table><tr><td>Name:</td> <td><p>Anna</p></td></tr></table>', 'Name: Anna'],
  ])('%j is split into lines as in a browser', async (page, expected) => {
    expect((await read({ 'Content-Type': 'text/html; charset=utf-8' }, page)).text).toBe(expected)
  })
})

describe('the character set of a text', () => {
  const utf8 = (text: string) => Buffer.from(text).toString('latin1')
  const textOf = async (type: string, body: string) => (await read({ 'Content-Type': type }, body)).text
  test.each(['iso-8859-1', 'windows-1252', 'ISO-8859-15', 'latin1', 'cp1252'])(
    'is UTF-8 when declared as %s',
    async (set) => {
      expect(await textOf(`text/plain; charset=${set}`, utf8('Grüsse aus Zürich – 5 €'))).toBe(
        'Grüsse aus Zürich – 5 €',
      )
      const { subject } = await read({ Subject: `=?${set}?Q?Gr=C3=BCsse?=` }, '')
      expect(subject).toBe('Grüsse')
    },
  )
  test('stays Latin-1 when declared so', async () => {
    expect(await textOf('text/plain; charset=iso-8859-1', 'Gr\xfcsse, \xc3 und \xe9t\xe9')).toBe('Grüsse, Ã und été')
  })
  test.each([
    ['<meta charset="windows-1251">', '\xcf\xf0\xe8\xe2\xe5\xf2', 'Привет'],
    ['<meta http-equiv=Content-Type content="text/html; charset=iso-8859-2">', '\xb3\xf3d\xbc', 'łódź'],
    ['<meta charset=utf-8>', utf8('Zürich'), 'Zürich'],
  ])('is declared by the page itself: %s', async (meta, body, expected) => {
    expect(await textOf('text/html', `<html><head>${meta}</head><body>${body}</body></html>`)).toBe(expected)
  })
  test('is that of the header before that of the page', async () => {
    const page = '<meta charset="windows-1251"><p>Gr\xfcsse</p>'
    expect(await textOf('text/html; charset=iso-8859-1', page)).toBe('Grüsse')
  })
  test('can be UTF-16 in big endian', async () => {
    const bytes = Buffer.from('\ufeffGrüsse', 'utf16le').swap16()
    const coded = { 'Content-Type': 'text/plain; charset=utf-16', 'Content-Transfer-Encoding': 'base64' }
    expect((await read(coded, bytes.toString('base64'))).text).toBe('Grüsse')
  })
  test('can be undeclared Japanese', async () => {
    expect(await textOf('text/plain', '\x1b$B;32C\x1b(B')).toBe('山加')
  })
})

describe('soft line breaks in flowed text', () => {
  const flowed = async (body: string, more = '') =>
    (await read({ 'Content-Type': `text/plain; charset=utf-8; format=flowed${more}` }, body)).text
  test('are joined, also in quotes', async () => {
    const body = 'Das geht \r\nso.\r\n\r\n> erste Ebene \r\n> weiter\r\n>> zweite \r\n>> weiter\r\n> \r\n> Ende'
    expect(await flowed(body)).toBe('Das geht so.\n\n> erste Ebene weiter\n>> zweite weiter\n>\n> Ende')
  })
  test('are joined without the blank with delsp', async () => {
    expect(await flowed('Dampfschiff \r\nfahrt\r\n> Zi \r\n> tat', '; delsp=yes')).toBe('Dampfschifffahrt\n> Zitat')
  })
  test('do not join the signature delimiter', async () => {
    expect(await flowed('Gruss \r\n-- \r\nAnna\r\n >kein Zitat')).toBe('Gruss \n-- \nAnna\n>kein Zitat')
  })
})

describe('parts with another boundary than declared', () => {
  const file = 'Content-Type: application/x-a; name=a.bin\r\nContent-Transfer-Encoding: binary\r\n\r\na\rb\n\xff'
  const body = parts('=_1', plain('klar'), html('<p>klar</p>'), file)
  test.each([
    ['none', 'multipart/mixed'],
    ['another', 'multipart/mixed; boundary="=_2"'],
    ['in other quotes', "multipart/mixed; boundary='=_1'"],
    ['with a blank behind', 'multipart/mixed; boundary="=_1 "'],
    ['in capitals', 'multipart/mixed; boundary="=_A"'],
    ['in a line that is none of the field', 'multipart/mixed;\r\nboundary="=_1"'],
  ])('%s', async (_name, type) => {
    const message = await read({ 'Content-Type': type }, `Vorspann\r\n${body}`)
    expect(message).toMatchObject({ html: '<div>klar</div>\n<p>klar</p>', parseState: 'DAMAGED' })
    expect(message.attachments.map(({ name, content }) => [name, Buffer.from(content).toString('latin1')])).toEqual([
      ['a.bin', 'a\rb\n\xff'],
    ])
  })
  test('are found within other parts', async () => {
    const inner = `Content-Type: multipart/alternative; boundary=none\r\n\r\n${parts('y', plain('klar'), html('<p>klar</p>'))}`
    const message = await withParts('mixed', inner, file)
    expect(message).toMatchObject({ text: 'klar', html: '<p>klar</p>', attachments: [{ name: 'a.bin' }] })
  })
  test('are found within other parts without a boundary', async () => {
    const within = (depth: number): string =>
      depth === 0
        ? plain('tief')
        : `Content-Type: multipart/mixed\r\n\r\n--b${depth}\r\n${within(depth - 1)}\r\n--b${depth}--`
    expect((await withParts('mixed', within(3))).text).toBe('tief')
    expect((await withParts('mixed', within(50))).text).toContain('tief')
  })
  test('are alternatives although their type lacks the semicolon before the boundary', async () => {
    const both =
      '--a\r\nContent-Type: text/plain\r\n\r\nklar\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>klar</p>\r\n--a--'
    const message = await withParts('mixed', `Content-Type: multipart/alternative boundary=a\r\n\r\n${both}`)
    expect(message).toMatchObject({ text: 'klar', html: '<p>klar</p>', parseState: 'DAMAGED' })
  })
  test('are found within Base64', async () => {
    const fields = { 'Content-Type': 'multipart/mixed; boundary=x', 'Content-Transfer-Encoding': 'base64' }
    expect((await read(fields, Buffer.from(parts('x', plain('klar'))).toString('base64'))).text).toBe('klar')
  })
})

describe('the transfer encoding of a text', () => {
  const base64 = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': 'base64' }
  const coded = Buffer.from('Grüsse aus Zürich').toString('base64')
  test.each([
    `${coded}\r\n\r\n_______\r\nListe am Ofen\r\nhttps://example.org/liste`,
    `${coded}\r\n-- \r\nDiese Liste`,
  ])('is Base64 followed by the footer of a list', async (body) => {
    expect(await read(base64, body)).toMatchObject({ text: 'Grüsse aus Zürich', parseState: 'DAMAGED' })
  })
  test('is Base64 with empty lines and blanks', async () => {
    const body = (coded.match(/.{1,4}/g) ?? []).join('\r\n\r\n')
    expect(await read(base64, body)).toMatchObject({ text: 'Grüsse aus Zürich', parseState: 'WHOLE' })
    expect((await read(base64, (coded.match(/.{1,8}/g) ?? []).join(' '))).text).toBe('Grüsse aus Zürich')
  })
  test('is Base64 with an empty line and later blanks', async () => {
    const lines = coded.match(/.{1,4}/g) ?? []
    expect((await read(base64, `${lines[0]}\r\n\r\n${lines.slice(1).join(' ')}`)).text).toBe('Grüsse aus Zürich')
  })
  test.each([
    'Guten Tag, ich frage an.\r\n\r\nFreundliche Gruesse\r\nAnna',
    'Hallo\r\n\r\nwir danken, gern.',
    'Guten Tag Frau Muster\r\n\r\nwir danken: gern.',
  ])('is none although declared as Base64', async (body) => {
    expect(await read(base64, body)).toMatchObject({ text: body.replaceAll('\r\n', '\n'), parseState: 'DAMAGED' })
  })
  test('is quoted-printable with blanks after soft line breaks', async () => {
    const fields = { 'Content-Transfer-Encoding': 'quoted-printable' }
    expect((await read(fields, 'Guten=  \r\n=20Tag= \t\r\n!')).text).toBe('Guten Tag!')
    const file = 'Content-Type: application/x-a\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\na=  \r\nb =\t'
    const { attachments } = await withParts('mixed', file)
    expect(attachments.map(({ content }) => Buffer.from(content).toString())).toEqual(['ab =\t'])
  })
})

describe('the declared type of a part', () => {
  test.each(['text', ';;;', 'plain; charset=utf-8'])('«%s» means text', async (type) => {
    expect(await read({ 'Content-Type': type }, 'Guten Tag')).toMatchObject({ text: 'Guten Tag', attachments: [] })
  })
  test.each(['text/enriched', 'text/markdown', 'text/ascii'])(
    '%s is shown where there is no other text',
    async (type) => {
      expect((await read({ 'Content-Type': type }, 'Guten Tag')).text).toBe('Guten Tag')
      expect((await withParts('mixed', plain('klar'), `Content-Type: ${type}\r\n\r\nmehr`)).text).toBe('klar')
    },
  )
  test('a text declared as an attachment is shown where there is no other text', async () => {
    const fields = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Disposition': 'attachment' }
    expect(await read(fields, 'Gr\xc3\xbcsse')).toMatchObject({ text: 'Grüsse', attachments: [{ name: '1.txt' }] })
    const file = 'Content-Type: text/html; name=fax.htm\r\nContent-Disposition: attachment\r\n\r\n<p>Fax</p>'
    expect(await withParts('mixed', file)).toMatchObject({ html: '<p>Fax</p>', attachments: [{ name: 'fax.htm' }] })
    expect(await withParts('mixed', plain('klar'), file)).toMatchObject({ text: 'klar', html: '' })
  })
  test('each HTML page begins on a new line', async () => {
    const message = await withParts('mixed', html('<body>eins</body>'), html('<body>zwei</body>'))
    expect(message).toMatchObject({ text: 'eins\nzwei', html: expect.stringMatching(/^<div>eins\s*<\/div>/) })
  })
  test.each(['text/x-amp-html', 'text/watch-html'])('%s beside the same text as HTML is no file', async (type) => {
    const message = await withParts(
      'alternative',
      plain('klar'),
      `Content-Type: ${type}\r\nContent-Location: a.html\r\n\r\n<b>`,
      html('<p>klar</p>'),
    )
    expect(message).toMatchObject({ text: 'klar', html: '<p>klar</p>', attachments: [] })
  })
  test.each(['markdown', 'enriched'])('text/%s beside an empty text is used', async (type) => {
    const message = await withParts('alternative', plain(' '), `Content-Type: text/${type}\r\n\r\nBestellung`)
    expect(message.text).toBe('Bestellung')
  })
  test('very many alternatives are read quickly', async () => {
    const odd = Array<string>(20_000).fill('Content-Type: text/enriched\r\n\r\nx')
    expect(await withParts('alternative', ...odd, plain('klar'))).toMatchObject({ text: 'klar', attachments: [] })
  })
  test('an alternative that is a file stays one', async () => {
    const calendar = 'Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR'
    const named = 'Content-Type: text/csv; name=a.csv\r\n\r\na;b'
    const notes = 'Content-Type: text/markdown\r\nContent-Disposition: inline; filename=a.md\r\n\r\na'
    const { attachments } = await withParts('alternative', plain('klar'), calendar, named, notes)
    expect(attachments.map(({ name }) => name)).toEqual(['1.ics', 'a.csv', 'a.md'])
  })
  test('AppleDouble metadata is no file', async () => {
    const fork = 'Content-Type: application/applefile; name=a.pdf\r\n\r\nx'
    const data = 'Content-Type: application/pdf; name=a.pdf\r\n\r\ny'
    const both = `Content-Type: multipart/appledouble; boundary=y\r\n\r\n${parts('y', fork, data)}`
    expect((await withParts('mixed', plain('klar'), both)).attachments).toMatchObject([{ mimeType: 'application/pdf' }])
  })
})

describe('embedded pictures', () => {
  const picture = (head: string) =>
    `Content-Type: image/png\r\n${head}\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=`
  test.each([
    ['cid:bild%201@x', 'Content-ID: <bild%201@x>'],
    ['cid:bild 1@x', 'Content-ID: <bild%201@x>'],
    ['CID:Bild1@X', 'Content-ID: <bild1@x>'],
    ['cid:<bild1@x>', 'Content-ID: <bild1@x>'],
    ['cid:bild1@x', 'Content-ID: <bild1@x> (Bild)'],
    ['bild.png', 'Content-Location: bild.png'],
    ['https://example.org/bild.png', 'Content-Location: https://example.org/bild.png'],
    ['cid:bild.png', 'Content-Disposition: inline; filename=bild.png'],
  ])('%s of %s', async (source, head) => {
    const message = await withParts('related', html(`<p>a</p><img src="${source}">`), picture(head))
    expect(message).toMatchObject({ blockedPictures: [], attachments: [{ inline: true }] })
    expect(message.html).toBe(
      `<p>a</p><img src="/api/emails/${message.id}/attachments/${message.attachments[0]?.id}" />`,
    )
  })
  test('are not replaced by a text with the same id', async () => {
    const text = 'Content-Type: text/plain; name=a.txt\r\nContent-ID: <a@x>\r\n\r\na'
    const message = await withParts('related', html('<img src="cid:a@x">'), text, picture('Content-ID: <a@x>'))
    expect(message.attachments.map(({ inline }) => inline)).toEqual([false, true])
  })
  test('as large data URLs become attachments', async () => {
    const large = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(6_000_000, 7)])
    const page = `<p>a</p><img alt="b" src="data:image/png;base64,${large.toString('base64')}" width="9">`
    const message = await withParts('alternative', html(page))
    const [one] = message.attachments
    expect(message).toMatchObject({ parseState: 'WHOLE', text: 'a', attachments: [{ name: '1.png', inline: true }] })
    expect(large.equals(one?.content ?? Buffer.alloc(0))).toBe(true)
    expect(message.html).toContain(`<img alt="b" width="9" src="/api/emails/${message.id}/attachments/${one?.id}" />`)
    const small = html('<p>a</p><img src="data:image/png;base64,iVBORw0KGgo=">')
    expect(await withParts('alternative', small)).toMatchObject({
      html: '<p>a</p><img src="data:image/png;base64,iVBORw0KGgo=" />',
      attachments: [],
    })
  })
  test('as many small data URLs become attachments once each, up to a thousand', async () => {
    const small = (at: number) =>
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(3000, at & 255), Buffer.from([at >> 8])])
    const img = (at: number) => `<img src="data:image/png;base64,${small(at).toString('base64')}">`
    const of = (count: number) => html(`<p>a</p>${Array.from({ length: count }, (_, at) => img(at)).join('')}${img(0)}`)
    const message = await withParts('alternative', of(600))
    expect([message.parseState, message.text, message.attachments.length]).toEqual(['WHOLE', 'a', 600])
    expect(message.html.match(/<img src="\/api\/emails\//g)).toHaveLength(601)
    const many = await withParts('alternative', of(1100))
    expect([many.parseState, many.attachments.length]).toEqual(['WHOLE', 1000])
    expect(many.html.match(/<img/g)).toHaveLength(1001)
  })
  test('that are missing are left out', async () => {
    const message = await withParts('related', html('<p>a</p><img src="cid:"><img src="cid:b@x">'), picture(''))
    expect(message).toMatchObject({ html: '<p>a</p>', attachments: [{ inline: false }] })
  })
})

test('a section becomes a block with its colours and without its scripts', async () => {
  const page = '<section style="color:red" onclick="x()">a</section><form action="https://x.ch">b</form>'
  expect((await read({ 'Content-Type': 'text/html; charset=utf-8' }, page)).html).toBe(
    '<div style="color:red">a</div><div>b</div>',
  )
})

test.each([
  ['www.example.org/x', 'http://www.example.org/x'],
  ['//example.org/x', 'https://example.org/x'],
  [' https://example.org/x ', 'https://example.org/x'],
  ['anna@example.org', 'mailto:anna@example.org'],
  ['/logout', null],
  ['javascript:x@example.org', null],
  ['example.org', null],
])('a link to «%s» leads to %s', async (href, expected) => {
  const message = await withParts('alternative', html(`<a href="${href}">a</a>`))
  expect(/href="([^"]*)"/.exec(message.html)?.[1] ?? null).toBe(expected)
})

describe('the names of files', () => {
  const named = (name: string) =>
    `Content-Type: application/x-a\r\nContent-Disposition: attachment; filename=${name}\r\n\r\nx`
  test.each([
    ['"Rechnung 12/2026.pdf"', 'Rechnung 12-2026.pdf'],
    ['"/var/tmp/a.pdf"', 'a.pdf'],
    ['"../a.pdf"', 'a.pdf'],
    ['"~/a.pdf"', 'a.pdf'],
    ['C:\\Users\\anna\\a.pdf', 'a.pdf'],
    ['C:/Users/anna/a.pdf', 'a.pdf'],
    ['"=?utf-8?q?x=0A/../../a=5Cb.pdf?="', 'b.pdf'],
  ])('%s', async (given, expected) => {
    expect((await withParts('mixed', named(given))).attachments[0]?.name).toBe(expected)
  })
  test.each([
    ['Re: Offerte\r\n =?utf-8?Q?_M=C3=BCller/12?=', 'Re Offerte Müller-12.eml'],
    ['Ist das alles?', 'Ist das alles.eml'],
    ['', '1.eml'],
  ])('of attached messages are their subjects: %j', async (subject, expected) => {
    const { attachments } = await withParts(
      'mixed',
      `Content-Type: message/rfc822\r\n\r\n${mail({ Subject: subject })}`,
    )
    expect(attachments[0]?.name).toBe(expected)
  })
})

describe('invitations', () => {
  const event = (summary: string) =>
    `BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nSUMMARY:${summary}\r\nDTSTART:20261102T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
  const calendar = (content: string) => `Content-Type: text/calendar; charset=utf-8; method=REQUEST\r\n\r\n${content}`
  const file = (content: string) =>
    `Content-Type: application/octet-stream; name=termin.ics\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content, 'latin1').toString('base64')}`
  test('attached twice are listed once', async () => {
    const message = await withParts('mixed', calendar(event('Termin')), file(event('Termin')), file(event('anderer')))
    expect(message.invitations.map(({ title, attachmentId }) => [title, attachmentId])).toEqual([
      ['Termin', message.attachments[0]?.id],
      ['anderer', message.attachments[2]?.id],
    ])
  })
  test.each([
    ['tzone://Microsoft/Utc', '2026-11-02T10:00:00.000Z'],
    ['/mozilla.org/20050126_1/America/New_York', '2026-11-02T15:00:00.000Z'],
    ['/freeassociation.sourceforge.net/Europe/London', '2026-11-02T10:00:00.000Z'],
    ['Eastern Time (US & Canada)', '2026-11-02T15:00:00.000Z'],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', '2026-11-02T15:00:00.000Z'],
    ['Eastern Daylight Time', '2026-11-02T15:00:00.000Z'],
    ['"(GMT-08.00) Pacific Time (US & Canada)/Tijuana"', '2026-11-02T18:00:00.000Z'],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien"', '2026-11-02T09:00:00.000Z'],
    ['"(GMT+09.00) Osaka / Sapporo / Tokyo"', '2026-11-02T01:00:00.000Z'],
    ['"(UTC) Dublin, Edinburgh, Lisbon, London"', '2026-11-02T10:00:00.000Z'],
    ['"(UTC-05:00) Indiana (Ost)"', '2026-11-02T15:00:00.000Z'],
    ['"(UTC+05:30) Irgendwo"', '2026-11-02T04:30:00.000Z'],
  ])('in the time zone %s are read', async (zone, startsAt) => {
    const there = event('Termin').replace('DTSTART:20261102T100000Z', `DTSTART;TZID=${zone}:20261102T100000`)
    expect((await withParts('mixed', calendar(there))).invitations).toMatchObject([{ startsAt }])
  })
  test.each([
    ['2026-11-02T10:00:00Z', '2026-11-02T10:00:00.000Z'],
    ['2026-11-02T10:00:00.5', '2026-11-02T09:00:00.000Z'],
    ['20261102T1000z', '2026-11-02T10:00:00.000Z'],
    ['2026-13-02T10:00:00Z', null],
  ])('at %s are read', async (said, startsAt) => {
    const at = event('Termin').replace('20261102T100000Z', said)
    expect((await withParts('mixed', calendar(at))).invitations).toMatchObject([{ startsAt }])
  })
  test('of the old format are read, also in Quoted-Printable', async () => {
    const lines = [
      'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT',
      'SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Besuch in Z=C3=BC=\r\nrich=0D=0Aam Montag',
      'LOCATION;ENCODING=QUOTED-PRINTABLE:B=FCro=\r\n 3=20=',
      '',
      'URL:https://example.org/?id=',
      'DTSTART:20261102T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR',
    ]
    const old = `Content-Type: text/x-vcalendar\r\n\r\n${lines.join('\r\n')}`
    expect(await withParts('mixed', old)).toMatchObject({
      invitations: [{ title: 'Besuch in Zürich am Montag', place: 'Büro 3', startsAt: '2026-11-02T10:00:00.000Z' }],
      attachments: [{ name: '1.vcs' }],
    })
  })
  test('may be folded within a character', async () => {
    const folded = event('Besprechung in Z\xc3\r\n \xbcrich')
    expect(await withParts('mixed', calendar(folded))).toMatchObject({
      invitations: [{ title: 'Besprechung in Zürich' }],
      parseState: 'WHOLE',
    })
  })
})

describe('the seal of a message', () => {
  test('is found for S/MIME declared as a plain file', async () => {
    const fields = {
      'Content-Type': 'application/octet-stream; name="smime.p7m"',
      'Content-Transfer-Encoding': 'base64',
    }
    const enveloped = Buffer.from('308006092a864886f70d010703a08000000000', 'hex').toString('base64')
    expect((await read(fields, enveloped)).seal).toBe('ENCRYPTED')
    const inside = Buffer.from('Content-Type: text/plain\r\n\r\nGuten Tag')
    const octets = Buffer.concat([Buffer.from([0xa0, inside.length + 2, 0x04, inside.length]), inside])
    const info = Buffer.concat([
      Buffer.from([0x30, octets.length + 11]),
      Buffer.from('06092a864886f70d010701', 'hex'),
      octets,
    ])
    const data = Buffer.concat([Buffer.from('020101', 'hex'), Buffer.from('3100', 'hex'), info])
    const signed = Buffer.concat([Buffer.from([0x30, data.length]), data])
    const all = Buffer.concat([
      Buffer.from('06092a864886f70d010702', 'hex'),
      Buffer.from([0xa0, signed.length]),
      signed,
    ])
    const wrapped = Buffer.concat([Buffer.from([0x30, all.length]), all]).toString('base64')
    expect(await read(fields, wrapped)).toMatchObject({ seal: 'SIGNED', text: 'Guten Tag', attachments: [] })
  })
  test('is found for a PGP signature in the text', async () => {
    const message = await read({}, '-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\nGuten Tag')
    expect(message.seal).toBe('SIGNED')
  })
})

describe('the text of a winmail.dat that has it as RTF alone', () => {
  const attribute = (id: number, data: Buffer) => {
    const head = Buffer.alloc(9)
    head.writeUInt8(1, 0)
    head.writeUInt32LE(id, 1)
    head.writeUInt32LE(data.length, 5)
    return Buffer.concat([head, data, Buffer.alloc(2)])
  }
  /** Packs RTF; `{\rtf1\ansi` is a reference to the dictionary where `packed`. */
  const packedRtf = (rtf: string, packed: boolean) => {
    const rest = Buffer.from(packed ? rtf.slice(11) : rtf, 'latin1')
    const head = Buffer.alloc(16)
    head.writeUInt32LE(rtf.length, 4)
    head.writeUInt32LE(packed ? 0x75465a4c : 0x414c454d, 8)
    if (!packed) return Buffer.concat([head, rest])
    const pieces = [head, Buffer.from([1, 0, 9]), rest.subarray(0, 7)]
    for (let at = 7; at < rest.length; at += 8) pieces.push(Buffer.from([0]), rest.subarray(at, at + 8))
    return Buffer.concat(pieces)
  }
  const textOf = async (rtf: string, packed = true) => {
    const content = packedRtf(rtf, packed)
    const property = Buffer.alloc(16)
    property.writeUInt32LE(1, 0)
    property.writeUInt16LE(0x102, 4)
    property.writeUInt16LE(0x1009, 6)
    property.writeUInt32LE(1, 8)
    property.writeUInt32LE(content.length, 12)
    const message = Buffer.concat([property, content, Buffer.alloc((4 - (content.length % 4)) % 4)])
    const tnef = Buffer.concat([Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]), attribute(0x69003, message)])
    const fields = { 'Content-Type': 'application/ms-tnef', 'Content-Transfer-Encoding': 'base64' }
    return (await read(fields, tnef.toString('base64'))).text
  }
  const said = String.raw`\ansicpg1252{\fonttbl{\f0 Arial;}}{\*\generator x;}Gr\'fcsse\par {\b Preis}: 100\tab \u8364?\~\endash\line Ende}`
  test.each([true, false])('is read, packed: %s', async (packed) => {
    expect(await textOf(String.raw`{\rtf1\ansi${said}`, packed)).toBe('Grüsse\nPreis: 100\t€ –\nEnde')
  })
  test('is read without the HTML in it, and as far as it goes', async () => {
    const page = String.raw`{\rtf1\ansi\fromhtml1{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 Guten Tag\htmlrtf\par}\htmlrtf0{\*\htmltag72 </p>}Gruss}`
    expect(await textOf(page)).toBe('Guten Tag\nGruss')
    expect(await textOf(String.raw`{\rtf1\ansi Guten Tag\par {\b Gru`)).toBe('Guten Tag\nGru')
    expect(await textOf(String.raw`{\rtf1\ansi Guten\constructor  Tag\uc-3 \u8211 -Gruss}`)).toBe('Guten Tag–-Gruss')
    expect(await textOf("{\\rtf1\\ansi Guten\\~Tag\\\nGr\\u252\\'fcsse")).toBe('Guten Tag\nGrüsse')
    expect(await textOf('')).toBe('')
  })
})
