import { describe, expect, test } from 'vitest'
import { mail } from '../../../test/mail.ts'
import { parseMessage } from './parse.ts'

const read = (fields: Record<string, string>, body?: string) => parseMessage(Buffer.from(mail(fields, body)))

describe('the sender of a message', () => {
  const anna = 'anna@example.org'
  test.each([
    ['Muster, Anna <anna@example.org>', 'Muster, Anna', anna],
    ['Anna <mailto:anna@example.org>', 'Anna', anna],
    ['Anna <<anna@example.org>>', 'Anna', anna],
    ['Anna <@relay.example,@other.example:anna@example.org>', 'Anna', anna],
    ['Anna <anna@example.org.>', 'Anna', anna],
    ['Anna <\u00a0anna@example.org\u200b>', 'Anna', anna],
    ["'Anna Muster' <anna@example.org>", 'Anna Muster', anna],
    ["'anna@example.org' <anna@example.org>", '', anna],
    ['"Anna Muster <anna@example.org>', 'Anna Muster', anna],
    ['Anna Muster <anna@example.org', 'Anna Muster', anna],
    ['Anna <anna@example.org>, Bert <bert@example.org>', 'Anna', anna],
    ['Anna Muster', 'Anna Muster', ''],
    ['Muster (Schweiz) AG <anna@example.org>', 'Muster (Schweiz) AG', anna],
    ['Feuerhof: Verkauf <anna@example.org>', 'Feuerhof: Verkauf', anna],
    ['SMTP:anna@example.org', '', anna],
    ['"Anna Muster"@example.org', '', '"Anna Muster"@example.org'],
    ['Anna <"Anna, M. (privat)"@example.org>', 'Anna', '"Anna, M. (privat)"@example.org'],
    ['"anna"@example.org', '', anna],
    ['"Anna Muster"@example.org <anna@example.org>', 'Anna Muster@example.org', anna],
    ['Anna <anna muster@example.org>', 'Anna', 'anna muster@example.org'],
    ['Anna <anna @ example . org>', 'Anna', anna],
    ['"CN=Anna Muster/OU=Zug/O=Muster@MUSTER" <anna@example.org>', 'Anna Muster', anna],
    ['"/O=MUSTER/OU=ZUG/CN=RECIPIENTS/CN=ANNA" <anna@example.org>', '', anna],
    ['=?utf-8?Q?Anna_M=C3=BCller <anna@example.org>', 'Anna Müller', anna],
  ])('%s', async (from, name, address) => {
    expect((await read({ From: from })).from).toEqual({ name, address })
  })
  test('is read despite nested comments', async () => {
    expect((await read({ From: 'anna@example.org (Firma (Verkauf))' })).from.address).toBe(anna)
  })
  test('is the Sender header when From is empty', async () => {
    const { from } = await read({ From: '', Sender: 'Anna <anna@example.org>' })
    expect(from).toEqual({ name: 'Anna', address: anna })
  })
  test.each(['To', 'Cc', 'Reply-To'])(
    'unquoted names with commas in %s are one person each, and a list stays a list',
    async (field) => {
      const list =
        'a@example.org, Muster, Anna <anna@example.org>, Bert <b@example.org>, "Kern, Eva" <e@example.org>, Team'
      const message = await read({ [field]: list })
      const people = { To: message.to, Cc: message.cc, 'Reply-To': message.replyTo }[field]
      expect(people?.map(({ name, address }) => `${name} <${address}>`)).toEqual([
        ' <a@example.org>',
        'Muster, Anna <anna@example.org>',
        'Bert <b@example.org>',
        'Kern, Eva <e@example.org>',
        'Team <>',
      ])
    },
  )
  test.each([
    ['b@example.org c@example.org', ' <b@example.org>', ' <c@example.org>'],
    ['Team: b@example.org c@example.org;', ' <b@example.org>', ' <c@example.org>'],
    ["'b@example.org'\r\n 'c@example.org'", ' <b@example.org>', ' <c@example.org>'],
    ['Bert b@example.org und c@example.org', 'Bert <b@example.org>', 'und <c@example.org>'],
    ['Bert <b@example.org> "Kern, Carl" <c@example.org>', 'Bert <b@example.org>', 'Kern, Carl <c@example.org>'],
    ['"B B"@example.org c@example.org', ' <"B B"@example.org>', ' <c@example.org>'],
    ['b@example.org (früher x@example.org)', 'früher x@example.org <b@example.org>'],
    ['x@example.org y@example.org <b@example.org>', 'x@example.org y@example.org <b@example.org>'],
  ])('recipients without a comma between them are all read: %s', async (list, ...people) => {
    const { cc } = await read({ Cc: list })
    expect(cc.map(({ name, address }) => `${name} <${address}>`)).toEqual(people)
  })
  test('recipients with quoted or odd addresses are read', async () => {
    const { to } = await read({ To: "'b@example.org' <mailto:b@example.org>, 'Carl' <c@example.org.>" })
    expect(to).toEqual([
      { name: '', address: 'b@example.org' },
      { name: 'Carl', address: 'c@example.org' },
    ])
  })
  test('recipients with brackets in their names are read, and their groups', async () => {
    const { to } = await read({ To: 'Muster (Thun) AG <b@example.org>, Verkauf: Carl <c@example.org>;' })
    expect(to).toEqual([
      { name: 'Muster (Thun) AG', address: 'b@example.org' },
      { name: 'Carl', address: 'c@example.org' },
    ])
  })
})

describe('the date of a message', () => {
  test.each([
    ['Mon, 2 Nov 2026 10:00:00 MEZ', '2026-11-02T09:00'],
    ['Mon, 3 Aug 2026 10:00:00 MESZ', '2026-08-03T08:00'],
    ['Mon Nov  2 10:00:00 CET 2026', '2026-11-02T09:00'],
    ['Mon, 02 Nov 2026 10:00:00 +0100 CET', '2026-11-02T09:00'],
    ['Mon, 02 Nov 2026 10:00:00 JST', '2026-11-02T01:00'],
    ['Mon, 02 Nov 2026 10:00:00 constructor', '2026-11-02T09:00'],
    ['Mon, 02 Nov 2026 10:00:00 Europe/London', '2026-11-02T10:00'],
    ['Mon, 02 Nov 2026 10:00:00 A', '2026-11-02T10:00'],
    ['Mon, 02 Nov 2026 10:00:00 W. Europe Standard Time', '2026-11-02T09:00'],
    ['Mon, 02 Nov 2026 10:00:00 -0000', '2026-11-02T10:00'],
    ['Mon, 02 Nov 2026 10:00:00 GMT+0100', '2026-11-02T09:00'],
    ['Mon, 02 Nov 2026 10:00:00 +01:00', '2026-11-02T09:00'],
    ['Mon, 02 Nov 2026 10:00:00', '2026-11-02T09:00'],
    ['Mon, 02 Nov 2026 10.00.00 +0100', '2026-11-02T09:00'],
    ['Mon, 02 Nov 2026 3:00:00 PM', '2026-11-02T14:00'],
    ['Mi, 02 Dez 2026 10:00:00 +0100', '2026-12-02T09:00'],
    ['Di, 03 Mär 2026 10:00:00 +0100', '2026-03-03T09:00'],
    ['Fr, 02. Oktober 2026 10:00:00 +0200', '2026-10-02T08:00'],
    ['mer., 4 févr. 2026 10:00:00 +0100', '2026-02-04T09:00'],
    ['sam., 1 août 2026 10:00:00 +0200', '2026-08-01T08:00'],
    ['02.11.2026 10:00:00', '2026-11-02T09:00'],
    ['2026-11-02 10:00:00 +0100', '2026-11-02T09:00'],
    ['2026-11-02 10:00:00', '2026-11-02T09:00'],
    ['2026-08-03T10:00:00', '2026-08-03T08:00'],
    ['2026-11-02T10:00:00.123Z', '2026-11-02T10:00'],
    ['2026/11/02 10:00 +0200', '2026-11-02T08:00'],
    ['8/3/2026 3:00:00 PM', '2026-08-03T13:00'],
    ['02/11/2026 15:00:00', '2026-11-02T14:00'],
    ['11/23/2026 15:00:00', '2026-11-23T14:00'],
    ['23/11/2026 3:00 PM', '2026-11-23T14:00'],
    ['Mon, 02 Nov 2026 10:00:00 0000', '2026-11-02T10:00'],
    ['Mon, 02 Nov 2026 10:00:00 0200', '2026-11-02T08:00'],
    ['Mon, 02 Nov 2026 10:00:00 9999', '2026-11-02T10:00'],
    ['2 Nov 26 10:00 GMT', '2026-11-02T10:00'],
    ['2 Nov 126 10:00 GMT', '2026-11-02T10:00'],
    ['2 Nov 99 10:00 EST', '1999-11-02T15:00'],
    ['Mon, 02 Nov 2026 24:00:00 +0100', '2026-11-02T23:00'],
    ['Sat, 31 Dec 2016 23:59:60 +0000', '2017-01-01T00:00'],
  ])('%s', async (date, expected) => {
    expect((await read({ Date: date })).sentAt).toBe(`${expected}:00.000Z`)
  })
  test.each([
    'morgen',
    'Mon, 32 Foo 2026 10:00:00',
    '2 Nov',
    '',
    'Mon, 02 Nov 2026 25:61:00 +0100',
    'Mon, 02 Nov 2026 23:61:00 +0100',
    '02.11.2026 24:30',
    '2026-11-02 10:61:00 +0100',
    '2026-02-31 10:00:00',
    'Mon Nov  2 10:00:75 CET 2026',
    'Tue, 31 Feb 2026 10:00:00 +0100',
  ])('«%s» is no date', async (date) => {
    expect((await read({ Date: date })).sentAt).toBeNull()
  })
})

describe('the references of a message', () => {
  test('ignore words beside the ids', async () => {
    const message = await read({
      'In-Reply-To': 'Your message of "Mon, 2 Nov 2026"',
      References: 'a <b@example.org> c <d@example.org>',
    })
    expect(message).toMatchObject({ inReplyTo: '', references: ['b@example.org', 'd@example.org'] })
    expect((await read({ References: 'Ihre Nachricht vom Montag' })).references).toEqual([])
  })
  test('may lack brackets', async () => {
    const message = await read({
      'Message-ID': '4711',
      'In-Reply-To': 'a@example.org',
      References: 'b@x.ch\r\n a@x.ch',
    })
    expect(message).toMatchObject({ messageId: '4711', inReplyTo: 'a@example.org', references: ['b@x.ch', 'a@x.ch'] })
  })
})

describe('a machine as sender', () => {
  test.each(['no_reply', 'noreply_shop', 'do.not.reply', 'bitte-nicht-antworten', 'ne-pas-repondre'])(
    'with the name %s wants no answer',
    async (name) => {
      expect((await read({ From: `${name}@example.org` })).refusesAnswers).toBe(true)
      expect((await read({ From: `anna.${name}@example.org` })).refusesAnswers).toBe(false)
    },
  )
  test.each(['Out of the office: Anfrage', 'Absence du bureau : Anfrage', 'Abwesend: Anfrage', 'Fuori sede: Anfrage'])(
    'with the subject «%s» is automatic',
    async (subject) => {
      expect((await read({ Subject: subject })).kind).toBe('AUTO')
      expect((await read({ Subject: `Frage zu «${subject}»` })).kind).toBe('NORMAL')
    },
  )
  test.each([
    'AUTO: Muster, Anna is out of the office. (returning 9 November)',
    'Anna Muster ist ausser Haus.',
    'AUTO: Anna Muster/ZUG/MUSTER est absente du bureau (de retour le 9',
  ])('that is Lotus Notes is automatic: %s', async (subject) => {
    expect((await read({ Subject: subject })).kind).toBe('AUTO')
  })
  test.each([
    'Auto: Fragen zur Lieferung',
    'Wer ist ausser Haus am Freitag?',
    'Re: Anna Muster is out of the office',
    'Anna Muster ist nicht im Haus',
    'Frau Anna Muster ist ausser Haus.',
    'Die Feuerschale ist ausser Haus.',
    'Madame Anna Muster est absente du bureau.',
    'My husband is away',
  ])('is not seen in «%s»', async (subject) => {
    expect((await read({ Subject: subject })).kind).toBe('NORMAL')
  })
})
