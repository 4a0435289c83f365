import { expect, it } from 'vitest'
import type { Contact } from '#contract/contacts/contacts'
import { distinctNames } from './distinct-names.ts'

interface Known {
  fullName?: string
  city?: string
  street?: string
  mail?: string
}
const contact = ({ fullName = 'Anna Beispiel', city, street = '', mail }: Known, index: number) =>
  ({
    id: String(index),
    fullName,
    addresses: city ? [{ street, city }] : [],
    emailAddresses: mail ? [{ address: mail }] : [],
    phoneNumbers: [],
  }) as unknown as Contact

it.each<[string, Known[], string[]]>([
  ['different names', [{ city: 'Zug' }, { fullName: 'Anne', city: 'Bern' }], ['Anna Beispiel', 'Anne']],
  ['one name', [{ city: 'Zug' }, { city: 'Bern' }, {}], ['Anna Beispiel, Zug', 'Anna Beispiel, Bern', 'Anna Beispiel']],
  [
    'one name and town',
    [
      { city: 'Zug', street: 'Seeweg 4' },
      { city: 'Zug', street: 'Bahnhofplatz 1' },
    ],
    ['Anna Beispiel, Seeweg 4, Zug', 'Anna Beispiel, Bahnhofplatz 1, Zug'],
  ],
  ['one name without a town', [{ mail: 'a@bc.ch' }, {}], ['Anna Beispiel, a@bc.ch', 'Anna Beispiel']],
])('contacts of %s are named so that they can be told apart', (_name, known, names) => {
  expect([...distinctNames(known.map(contact)).values()]).toEqual(names)
})
