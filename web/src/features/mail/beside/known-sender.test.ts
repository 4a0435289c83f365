import { expect, it } from 'vitest'
import { knownSender, searchedBy } from './known-sender.ts'

const address = 'a@example.org'
const of = (name: string, text = '', from = address) => knownSender({ from: { name, address: from }, text })

it.each([
  ['Anna Muster', { givenName: 'Anna', surname: 'Muster' }],
  ['Muster, Anna', { givenName: 'Anna', surname: 'Muster' }],
  ['Anna Maria Muster', { givenName: 'Anna Maria', surname: 'Muster' }],
  ['Ofenbau Muster AG', { company: 'Ofenbau Muster AG' }],
  ['muster', { surname: 'muster' }],
  ['anna@example.org', {}],
  ['', {}],
])('%s in the sender is read as a name', (name, expected) => {
  expect(of(name)).toEqual({ emailAddress: address, ...expected })
})

it.each([
  ['Alain G', 'Alain Gisler', { givenName: 'Alain', surname: 'Gisler' }],
  ['Alain G.', 'Alain Gisler', { givenName: 'Alain', surname: 'Gisler' }],
  ['alain', 'Alain Gisler', { givenName: 'Alain', surname: 'Gisler' }],
  ['Anna Maria', 'Anna Maria Muster', { givenName: 'Anna Maria', surname: 'Muster' }],
  ['Alain Gisler', 'Alain Gis', { givenName: 'Alain', surname: 'Gisler' }],
  ['Martin', 'Martina Muster', { surname: 'Martin' }],
  ['Anna Muster', 'Beat Muster', { givenName: 'Anna', surname: 'Muster' }],
  ['A. Gisler', 'Alain Gisler', { givenName: 'Alain', surname: 'Gisler' }],
  ['A. Gisler', 'Alain Gislermann', { givenName: 'A.', surname: 'Gisler' }],
  ['B. Gisler', 'Alain Gisler', { givenName: 'B.', surname: 'Gisler' }],
  ['Ofenbau Muster AG', 'Anna Muster', { company: 'Ofenbau Muster AG' }],
])('the sender %s, with the signature %s', (name, signed, expected) => {
  expect(of(name, `Guten Tag\n\nFreundliche Grüsse\n${signed}`)).toEqual({ emailAddress: address, ...expected })
})

it.each([
  [
    'a signature line by line',
    `Guten Tag\nWir suchen eine Feuerschale.\n\nFreundliche Grüsse\nAnna Muster\nOfenbau Muster AG\nSeeweg 4a\n6300 Zug\nTel. 041 555 12 34\nFax 041 555 12 35\nwww.example.org`,
    {
      company: 'Ofenbau Muster AG',
      street: 'Seeweg 4a',
      zipCode: '6300',
      city: 'Zug',
      country: 'CH',
      phoneNumber: '041 555 12 34',
    },
  ],
  [
    'one in a single line, with the mobile number first',
    `Danke!\n--\nOfenbau Muster GmbH | Seeweg 4 | CH-6300 Zug | T +41 41 555 12 34 | M +41 79 555 12 34`,
    {
      company: 'Ofenbau Muster GmbH',
      street: 'Seeweg 4',
      zipCode: '6300',
      city: 'Zug',
      country: 'CH',
      phoneNumber: '+41 79 555 12 34',
    },
  ],
  [
    'a number in the text alone',
    'Rufen Sie mich bitte an: 079/555 12 34. Wir haben am 12.03.2026 Zeit, Budget 1200.-',
    { phoneNumber: '079/555 12 34' },
  ],
  [
    'somebody abroad',
    'Viele Grüße\nAnna Muster\nHauptstraße 12\nD-79539 Lörrach\n+49 (0)7621 5550 123',
    { street: 'Hauptstraße 12', zipCode: '79539', city: 'Lörrach', country: 'DE', phoneNumber: '+49 (0)7621 5550 123' },
  ],
  [
    'nothing of what is quoted',
    'Ja, gerne.\nLG Anna\n\nAm 01.02.2026 08:30 schrieb Firma <info@example.test>:\nFreundliche Grüsse\nFirma Holz AG\nWeg 1\n8000 Zürich\n044 555 12 34',
    {},
  ],
  [
    'no number that is none',
    'Bestellung 4711 0815 2233, IBAN CH93 0076 2011 6238 5295 7\nMfG\nUID CHE-123.456.789',
    {},
  ],
])('%s', (_what, text, expected) => {
  expect(of('Anna Muster', text)).toEqual({ givenName: 'Anna', surname: 'Muster', emailAddress: address, ...expected })
})

it('the name is taken from the signature if the sender has none', () => {
  expect(of('', 'Hallo\nBeste Grüsse\nBeat Beispiel')).toEqual({
    emailAddress: address,
    givenName: 'Beat',
    surname: 'Beispiel',
  })
})

it('the search uses the name, or the company if there is none', () => {
  expect(searchedBy({ givenName: 'Anna', surname: 'B', company: 'C', phoneNumber: '1' })).toEqual({
    givenName: 'Anna',
    surname: 'B',
  })
  expect(searchedBy({ givenName: 'A.', surname: 'B' })).toEqual({ surname: 'B' })
  expect(searchedBy({ company: 'C', phoneNumber: '1' })).toEqual({ company: 'C' })
})
