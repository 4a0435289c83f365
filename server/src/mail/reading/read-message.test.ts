import { describe, expect, test } from 'vitest'
import { mail } from '../../../test/mail.ts'
import { parseMessage } from './parse.ts'
import { safeHtml } from './safe-html.ts'

const read = (source: string | Buffer) => parseMessage(Buffer.from(source))
const latin = (text: string) => Buffer.from(text, 'latin1')
const html = async (body: string, fields: Record<string, string> = {}) =>
  read(mail({ 'Content-Type': 'text/html; charset=utf-8', ...fields }, body))
const multipart = (type: string, ...parts: string[]) => ({
  fields: { 'Content-Type': `multipart/${type}; boundary=x` },
  body: `${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--`,
})
const withParts = (type: string, ...parts: string[]) => {
  const { fields, body } = multipart(type, ...parts)
  return read(mail(fields, body))
}

describe('the characters of a message', () => {
  test('in Windows-1252 are read when declared as Latin-1, UTF-8 or not at all', async () => {
    const body = latin('Preis 5 \x80 \x96 \x84gut\x93, Gr\xfcsse')
    for (const type of [
      'text/plain; charset=iso-8859-1',
      'text/plain; charset=utf-8',
      'text/plain',
      'text/plain; charset=windows-1252',
    ]) {
      const message = await read(Buffer.concat([latin(mail({ 'Content-Type': type }, '')), body]))
      expect(message.text).toContain('Preis 5 € – „gut“, Grüsse')
    }
  })
  test('in UTF-8 are read despite one damaged byte', async () => {
    const body = Buffer.concat([Buffer.from('Grüsse aus Zürich, schöne Tage '), Buffer.from([0xff])])
    expect((await read(Buffer.concat([latin(mail({}, '')), body]))).text).toContain('Grüsse aus Zürich, schöne Tage')
  })
  test('in the header may be unencoded', async () => {
    expect((await read(latin(mail({ Subject: 'Gr\xfcezi' })))).subject).toBe('Grüezi')
  })
  test('are read with carriage returns as line ends', async () => {
    const message = await read(mail({ Subject: 'Alter Mac' }, 'Hallo').replaceAll('\r\n', '\r'))
    expect(message).toMatchObject({ subject: 'Alter Mac', text: expect.stringContaining('Hallo') })
  })
  test('lose NUL', async () => {
    const message = await read(mail({ Subject: '=?utf-8?Q?a=00b?=' }, 'x\0y'))
    expect([message.subject, message.text.trim()]).toEqual(['ab', 'xy'])
  })
})

describe('a hostile message is read quickly, with its header', () => {
  const cases: Record<string, string> = {
    '5000 nested multiparts': mail(
      { Subject: 'Tief', 'Content-Type': 'multipart/mixed; boundary=b0' },
      Array.from(
        { length: 5000 },
        (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
      ).join(''),
    ),
    '500000 header lines': mail({ Subject: 'Tief' }).replace('\r\n\r\n', `\r\n${'X-A: b\r\n'.repeat(500_000)}\r\n`),
    'a header of 20 MB': mail({ Subject: 'Tief', 'X-Long': 'a'.repeat(20_000_000) }),
    '200000 addresses': mail({
      Subject: 'Tief',
      To: Array.from({ length: 200_000 }, (_, at) => `a${at}@b.ch`).join(','),
    }),
    '200000 nested tags': mail({ Subject: 'Tief', 'Content-Type': 'text/html' }, '<div>'.repeat(200_000)),
    'a million folded lines': mail({ Subject: 'Tief', 'X-Fold': 'a\r\n b'.repeat(300_000) }),
    'a million blanks': mail({ Subject: 'Tief', 'Content-Type': 'text/html' }, `<p>a${' '.repeat(1_000_000)}b</p>`),
    'blanks in 6000 cells': mail(
      { Subject: 'Tief', 'Content-Type': 'text/html' },
      `<table><tr>${'<td>  &nbsp; </td> \t'.repeat(6000)}</tr></table>`,
    ),
    '100000 quoted lines that go on': mail(
      { Subject: 'Tief', 'Content-Type': 'text/plain; format=flowed' },
      '> a \r\n'.repeat(100_000),
    ),
    'an address of a million blanks': mail({ Subject: 'Tief', From: `Anna <anna${' '.repeat(900_000)}@x.ch>` }),
    'a date that goes on for ever': mail({ Subject: 'Tief', Date: `Mon ${'1 Nov '.repeat(200_000)}` }),
    'a page that goes on within its meta': mail(
      { Subject: 'Tief', 'Content-Type': 'text/html' },
      '<meta '.repeat(200_000),
    ),
    '4000 parts without a line between them': mail(
      { Subject: 'Tief', 'Content-Type': 'multipart/mixed; boundary=x' },
      `${'--x\r\nContent-Type: multipart/mixed\r\n\r\n--y\r\nContent-Type: text/plain\r\n\r\na\r\n'.repeat(4000)}--x--`,
    ),
    'many unclosed angles': mail({ Subject: 'Tief', 'Content-Type': 'text/html' }, '<'.repeat(1_000_000)),
  }
  for (const [name, source] of Object.entries(cases)) {
    test(name, async () => {
      expect((await read(source)).subject).toBe('Tief')
    })
  }
  test('millions of short lines are read', async () => {
    const message = await read(mail({ Subject: 'Tief' }, 'a\r\n'.repeat(2_000_000)))
    expect([message.parseState, message.text.slice(0, 5)]).toEqual(['WHOLE', 'a\na\na'])
  })
  test('groups and undisclosed recipients are read', async () => {
    const message = await read(mail({ To: 'undisclosed-recipients:;', Cc: 'Team: a@b.ch, b@b.ch;' }))
    expect([message.to, message.cc.map(({ address }) => address)]).toEqual([[], ['a@b.ch', 'b@b.ch']])
  })
  test('an empty message is read', async () => {
    expect(await read('')).toMatchObject({ subject: '', from: { name: '', address: '' } })
  })
})

describe('the HTML of a message', () => {
  test('runs and loads nothing, and counts the pictures it would load', async () => {
    const message = await html(
      '<p onclick="x()" style="background:url(https://a.ch/p);color:red">a<script>1</script><style>@import "x"</style>' +
        '<img src="https://a.ch/1.png"><img src="//a.ch/2.png"><img src="javascript:x"><svg onload=x></svg>' +
        '<iframe src="https://a.ch"></iframe><form action="https://a.ch"><input></form><base href="https://a.ch">' +
        '<a href="javascript:x">b</a><a href="/logout">c</a><xmp><script>2</script></xmp>',
    )
    expect(message.blockedPictures).toEqual(['https://a.ch/1.png', 'https://a.ch/2.png'])
    expect(message.html).toContain('<img data-blocked="0" />')
    expect(message.html).not.toMatch(/script|onclick|url\(|iframe|<form|<base|svg|href|@import/)
    expect(message.html).toContain('style="color:red"')
  })
  test('shows its embedded pictures from here, and lists unused ones as attachments', async () => {
    const picture = (id: string) =>
      `Content-Type: image/png; name=${id}.png\r\nContent-ID: <${id}@x>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=`
    const message = await withParts(
      'related',
      'Content-Type: text/html\r\n\r\n<img src="cid:shown@x">',
      picture('shown'),
      picture('hidden'),
    )
    const [shown, hidden] = message.attachments
    expect(message.html).toBe(`<img src="/api/emails/${message.id}/attachments/${shown?.id}" />`)
    expect([shown?.inline, hidden?.inline]).toEqual([true, false])
  })
  test('keeps its colours, and its title is not part of the text', async () => {
    const message = await html(
      '<title>Newsletter</title><body bgcolor="#000000" text="#ffffff"><p style="background:#111">hell</p>' +
        '<p style="background:#111 url(x.png)">b</p>',
    )
    expect(message.text).toBe('hell\nb')
    expect(message.html).toMatch(
      /^<div style="background-color:#000000;color:#ffffff"><p style="background:#111">hell<\/p><p>b<\/p>\s*<\/div>$/,
    )
  })
  test('that is empty gives no text', async () => {
    expect(await html('<div> &nbsp;</div><p></p>')).toMatchObject({ html: '', text: '' })
  })
  test('keeps text nested 318 levels deep', () => {
    expect(safeHtml(`${'<div>'.repeat(318)}drin${'</div>'.repeat(318)}`, () => null)?.html).toContain('drin')
  })
  test('with an endless length in a style is read without that', async () => {
    const endless = `<p style="width:${'0'.repeat(20_000)}!;margin:4px auto 0 1.5em">Bestellung</p>`
    expect(await html(endless)).toMatchObject({
      parseState: 'WHOLE',
      html: '<p style="margin:4px auto 0 1.5em">Bestellung</p>',
    })
  })
  test('with too many tags is reduced to its text', async () => {
    expect(await html('<b>a</b>'.repeat(20_000))).toMatchObject({
      parseState: 'TEXT_ONLY',
      html: '',
      text: expect.stringContaining('a'),
    })
  })
})

describe('the parts of a message', () => {
  test('have safe file names', async () => {
    const named = (name: string) =>
      `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\nx`
    const message = await withParts(
      'mixed',
      named('../../etc/passwd'),
      named('con.txt'),
      named('a\u202egpj.exe'),
      named(`${'l'.repeat(300)}.pdf`),
      named(''),
    )
    expect(message.attachments.map(({ name }) => name)).toEqual([
      'passwd',
      '_con.txt',
      'agpj.exe',
      `${'l'.repeat(146)}.pdf`,
      '5',
    ])
  })
  test('include an invitation of Outlook', async () => {
    const ics = [
      'BEGIN:VCALENDAR',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      'SUMMARY:Besuch\\, Thun',
      'DTSTART;TZID="W. Europe Standard Time":20260701T140000',
      'DTEND;TZID="W. Europe Standard Time":20260701T150000',
      'LOCATION:Lager',
      'ORGANIZER;CN=Anna Muster:mailto:anna@example.org',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n')
    const message = await withParts(
      'alternative',
      'Content-Type: text/plain\r\n\r\nKommen Sie?',
      `Content-Type: text/calendar; method=REQUEST\r\n\r\n${ics}`,
    )
    expect(message.kind).toBe('CALENDAR')
    expect(message.invitations).toMatchObject([
      {
        method: 'REQUEST',
        title: 'Besuch, Thun',
        startsAt: '2026-07-01T12:00:00.000Z',
        endsAt: '2026-07-01T13:00:00.000Z',
        wholeDay: false,
        place: 'Lager',
        organiser: 'Anna Muster',
      },
    ])
    const cancelled = await withParts(
      'alternative',
      'Content-Type: text/plain\r\n\r\nAbgesagt',
      `Content-Type: text/calendar; method=CANCEL\r\n\r\n${ics.replace('METHOD:REQUEST\r\n', '')}`,
    )
    expect(cancelled.invitations).toMatchObject([{ method: 'CANCEL' }])
  })
  test.each([
    ['a zone that the calendar explains', 'Irgendwo', '20260701T140000', '2026-07-01T18:00:00.000Z'],
    ['in its winter', 'Irgendwo', '20261215T140000', '2026-12-15T19:00:00.000Z'],
    ['on the day on which its summer begins', 'Irgendwo', '20260308T030000', '2026-03-08T07:00:00.000Z'],
    ['before its summer begins', 'Irgendwo', '20260308T010000', '2026-03-08T06:00:00.000Z'],
    [
      'a zone of Windows that it does not explain',
      'China Standard Time',
      '20260701T140000',
      '2026-07-01T06:00:00.000Z',
    ],
    ['a zone that nobody knows', 'Nirgendwo', '20260701T140000', '2026-07-01T12:00:00.000Z'],
  ])('include an invitation in %s', async (_name, zone, at, instant) => {
    const change = (name: string, from: string, to: string, day: string) =>
      `BEGIN:${name}\r\nDTSTART:16010101T020000\r\nTZOFFSETFROM:${from}\r\nTZOFFSETTO:${to}\r\nRRULE:FREQ=YEARLY;${day}\r\nEND:${name}`
    const ics = [
      'BEGIN:VCALENDAR',
      'BEGIN:VTIMEZONE\r\nTZID:Irgendwo',
      change('STANDARD', '-0400', '-0500', 'BYDAY=-1SU;BYMONTH=10'),
      change('DAYLIGHT', '-0500', '-0400', 'BYDAY=2SU;BYMONTH=3'),
      'END:VTIMEZONE',
      `BEGIN:VEVENT\r\nDTSTART;TZID=${zone}:${at}\r\nEND:VEVENT\r\nEND:VCALENDAR`,
    ].join('\r\n')
    const { invitations } = await withParts('alternative', `Content-Type: text/calendar\r\n\r\n${ics}`)
    expect(invitations[0]?.startsAt).toBe(instant)
  })
  test.each([
    ['a line that is none', 'SUMMARY:Titel\r\nkaputt\r\nDTSTART:20260701T120000Z', 'Titel', '2026-07-01T12:00:00.000Z'],
    ['a time that is none', 'DTSTART:bald\r\nSUMMARY:Titel', 'Titel', null],
    [
      'a day that does not say so',
      'SUMMARY;LANGUAGE=de:Titel\r\nDTSTART:20260701',
      'Titel',
      '2026-06-30T22:00:00.000Z',
    ],
    ['an alarm before its title', 'BEGIN:VALARM\r\nSUMMARY:Alarm\r\nEND:VALARM\r\nSUMMARY:Titel', 'Titel', null],
    ['a fold in its title', 'SUMMARY:Ti\r\n tel', 'Titel', null],
  ])('include an invitation with %s', async (_name, lines, title, startsAt) => {
    const ics = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR`
    const { invitations } = await withParts('alternative', `Content-Type: text/calendar\r\n\r\n${ics}`)
    expect(invitations).toMatchObject([{ title, startsAt }])
  })
  test.each([
    ['DTSTART:20269999T999999Z', null, null],
    ['DTSTART:20260230T120000Z\r\nDTEND:20260302T130000Z', null, '2026-03-02T13:00:00.000Z'],
    ['DTSTART;VALUE=DATE:20261301', null, null],
    ['DTSTART:20260701T126000Z', null, null],
    ['DTSTART:19600701T120000Z\r\nDURATION:PT1H', null, null],
    ['DTSTART:26000701T120000Z', null, null],
    ['DTSTART:20260701T120000Z\r\nDURATION:P9000000W', '2026-07-01T12:00:00.000Z', null],
    ['DTSTART:20240229T120000Z\r\nDTEND:20240229T240000Z', '2024-02-29T12:00:00.000Z', '2024-03-01T00:00:00.000Z'],
  ])('include invitations without impossible times: %j', async (lines, startsAt, endsAt) => {
    const ics = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:x\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR`
    const { invitations } = await read(mail({ 'Content-Type': 'text/calendar' }, ics))
    expect(invitations).toMatchObject([{ title: 'x', startsAt, endsAt }])
  })
  test('include an invitation with a hostile time zone rule', async () => {
    const change = `BEGIN:STANDARD\r\nDTSTART:00010101T020000\r\nTZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500\r\nRRULE:FREQ=SECONDLY;BYDAY=SU\r\nEND:STANDARD\r\n`
    const ics = `BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:Q\r\n${change.repeat(1000)}END:VTIMEZONE\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Q:20260701T140000\r\nEND:VEVENT\r\nEND:VCALENDAR`
    const { invitations, parseState } = await withParts('alternative', `Content-Type: text/calendar\r\n\r\n${ics}`)
    expect([parseState, invitations[0]?.startsAt]).toEqual(['WHOLE', '2026-07-01T19:00:00.000Z'])
  })
  test('have the type of their content where the declared one is wrong', async () => {
    const part = (type: string, content: string) =>
      `Content-Type: ${type}; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\n${latin(content).toString('base64')}`
    const message = await withParts(
      'mixed',
      part('application/octet-stream', '%PDF-1.7'),
      part('image/jpg', '\xff\xd8\xff\xe0'),
      part('image/png', '<script>'),
      part('application/octet-stream', 'MZ'),
      part('application/vnd.ms-visio', 'PK\x03\x04[Content_Types].xml'),
    )
    expect(message.attachments.map(({ mimeType }) => mimeType)).toEqual([
      'application/pdf',
      'image/jpeg',
      'image/png',
      'application/octet-stream',
      'application/vnd.ms-visio',
    ])
  })
  test('have no direction marks in subjects and names', async () => {
    const turned = mail({ Subject: 'Rechnung \u202efdp.exe', From: '"\u2066Anna\u2069" <anna@example.org>' })
    expect(await read(turned)).toMatchObject({ subject: 'Rechnung fdp.exe', from: { name: 'Anna' } })
  })
  test('include PGP in the text, which counts as encrypted', async () => {
    const message = await read(mail({}, '-----BEGIN PGP MESSAGE-----\n\nhQIMA'))
    expect(message.seal).toBe('ENCRYPTED')
  })
  test('without a boundary are shown as they are', async () => {
    const message = await read(mail({ 'Content-Type': 'multipart/mixed' }, '--x\r\n\r\nGuten Tag'))
    expect(message.text).toContain('Guten Tag')
  })
  test('include the files of a winmail.dat', async () => {
    const message = await withParts(
      'mixed',
      'Content-Type: text/plain\r\n\r\nsiehe Anhang',
      `Content-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n${tnef().toString('base64')}`,
    )
    expect(message.attachments.map(({ name, content }) => [name, Buffer.from(content).toString().slice(0, 6)])).toEqual(
      [
        ['winmail.dat', expect.anything()],
        ['Offerte lang.txt', 'Inhalt'],
      ],
    )
  })
  test('include the files of nested and repeated winmail.dat', async () => {
    const part = (content: Buffer) =>
      `Content-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}`
    const { attachments } = await withParts('mixed', part(tnef(tnef())), part(tnef()))
    expect(attachments.map(({ name }) => name)).toEqual([
      'winmail.dat',
      'winmail.dat',
      'Offerte lang.txt',
      'Offerte lang.txt',
    ])
    for (const { content } of attachments.slice(2)) expect(Buffer.from(content).toString()).toBe('Inhalt der Offerte')
    let deep: Buffer = tnef()
    for (let depth = 0; depth < 50; depth++) deep = tnef(deep)
    expect((await withParts('mixed', part(deep))).attachments).toHaveLength(2)
  })
  test('set the seal by their type', async () => {
    const seal = async (type: string) => (await read(mail({ 'Content-Type': type }, 'x'))).seal
    expect(await seal('multipart/signed; boundary=x')).toBe('SIGNED')
    expect(await seal('application/pkcs7-mime; smime-type=signed-data')).toBe('SIGNED')
    expect(await seal('application/pkcs7-mime; smime-type=enveloped-data')).toBe('ENCRYPTED')
    expect(await seal('text/plain')).toBe('NONE')
  })
  test('include a forwarded message as an attachment', async () => {
    const message = await withParts(
      'mixed',
      'Content-Type: text/plain\r\n\r\nvon mir',
      'Content-Type: message/rfc822\r\n\r\nSubject: innen\r\n\r\ngeheim',
    )
    expect(message.text.trim()).toBe('von mir')
    expect(message.attachments).toMatchObject([{ name: 'innen.eml', mimeType: 'message/rfc822' }])
  })
})

/** Returns a TNEF with an attachment; its long name is a property. */
function tnef(content: Buffer = Buffer.from('Inhalt der Offerte')): Buffer {
  const attribute = (level: number, id: number, data: Buffer) => {
    const head = Buffer.alloc(9)
    head.writeUInt8(level, 0)
    head.writeUInt32LE(id, 1)
    head.writeUInt32LE(data.length, 5)
    return Buffer.concat([head, data, Buffer.alloc(2)])
  }
  const name = Buffer.from('Offerte lang.txt\0', 'latin1')
  const property = Buffer.alloc(16)
  property.writeUInt32LE(1, 0)
  property.writeUInt16LE(0x1e, 4)
  property.writeUInt16LE(0x3707, 6)
  property.writeUInt32LE(1, 8)
  property.writeUInt32LE(name.length, 12)
  const padding = Buffer.alloc((4 - (name.length % 4)) % 4)
  return Buffer.concat([
    Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]),
    attribute(2, 0x69002, Buffer.alloc(14)),
    attribute(2, 0x18010, Buffer.from('OFFERT~1.TXT\0')),
    attribute(2, 0x6800f, content),
    attribute(2, 0x69005, Buffer.concat([property, name, padding])),
  ])
}

describe('the kind of a message', () => {
  const kindOf = async (fields: Record<string, string>, body = 'x') => (await read(mail(fields, body))).kind
  test('follows from its header', async () => {
    expect(await kindOf({})).toBe('NORMAL')
    expect(await kindOf({ 'Auto-Submitted': 'auto-replied' })).toBe('AUTO')
    expect(await kindOf({ 'Auto-Submitted': 'no' })).toBe('NORMAL')
    expect(await kindOf({ Subject: 'Automatische Antwort: Ferien' })).toBe('AUTO')
    expect(await kindOf({ 'List-Unsubscribe': '<https://a.ch>' })).toBe('BULK')
    expect(await kindOf({ From: 'MAILER-DAEMON@a.ch', Subject: 'Unzustellbar: Offerte' })).toBe('BOUNCE')
    expect(await kindOf({ Subject: 'Paket unzustellbar' })).toBe('NORMAL')
  })
  const report = (action: string, status: string) =>
    withParts(
      'report; report-type=delivery-status',
      'Content-Type: text/plain\r\n\r\nleider',
      `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a.ch\r\n\r\nFinal-Recipient: rfc822; weg@b.ch\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 5.1.1 unknown`,
      'Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: <ours@a.ch>\r\nSubject: Offerte',
    )
  test('with a delivery report is a bounce that names recipient and message', async () => {
    const message = await report('failed', '5.1.1')
    expect(message).toMatchObject({
      kind: 'BOUNCE',
      refusesAnswers: true,
      inReplyTo: 'ours@a.ch',
      report: {
        originalMessageId: 'ours@a.ch',
        recipients: [{ recipient: 'weg@b.ch', status: '5.1.1', delayed: false, diagnostic: '550 5.1.1 unknown' }],
      },
    })
  })
  test('with a delay report is DELAYED', async () => {
    expect(await report('delayed', '4.4.7')).toMatchObject({
      kind: 'DELAYED',
      report: { recipients: [{ delayed: true }] },
    })
  })
})
