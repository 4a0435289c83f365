import type { Column } from '../../ui/DataTable/columns.ts'

export interface Person {
  id: string
  name: string
  company: string | null
  city: string
  type: string
  customer: boolean
  turnover: number
  since: string
  seen: string
}

const names = [
  'Anna Frei',
  'Beat Züger',
  'Çelik Emre',
  'Denise Äschlimann',
  'Émile Rochat',
  'Franz Öttli',
  'Gian Caduff',
]
const companies = [
  'Feuerring AG',
  'Müller & Söhne',
  null,
  'Gartenbau Huber',
  '=SUMME(A1)',
  null,
  'Strassenbau 10',
  'Strassenbau 9',
]
const cities = ['Immensee', 'Zürich', 'Genève', 'Lugano', 'Chur', 'Bregenz', 'Freiburg']
const types = ['PRIVATE', 'BUSINESS', 'RESELLER_25', 'RESELLER_10', 'POTENTIAL']

const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T
const two = (value: number) => String(value).padStart(2, '0')

/** Returns invented rows, equal on every call. */
export const makePeople = (count: number): Person[] =>
  Array.from({ length: count }, (_, n) => {
    const mixed = (n * 7919) % 104_729
    return {
      id: `p${n}`,
      name: `${pick(names, mixed)} ${n + 1}`,
      company: pick(companies, mixed),
      city: pick(cities, mixed + n),
      type: pick(types, mixed),
      customer: mixed % 3 === 0,
      turnover: (mixed * 37) / 100,
      since: `${2000 + (mixed % 26)}-${two((mixed % 12) + 1)}-${two((mixed % 28) + 1)}`,
      seen: new Date(Date.UTC(2026, 0, 1) + mixed * 300_000).toISOString(),
    }
  })

export const personColumns: Column<Person>[] = [
  { id: 'name', label: 'Name', value: (person) => person.name, width: 200 },
  { id: 'company', label: 'Firma', value: (person) => person.company, width: 180 },
  { id: 'city', label: 'Ort', value: (person) => person.city, width: 120 },
  {
    id: 'type',
    label: 'Kundenart',
    kind: 'select',
    value: (person) => person.type,
    width: 140,
    options: [
      { value: 'PRIVATE', label: 'Privatkunde' },
      { value: 'BUSINESS', label: 'Geschäftskunde' },
      { value: 'RESELLER_25', label: 'Reseller 25' },
      { value: 'RESELLER_10', label: 'Reseller 10' },
      { value: 'POTENTIAL', label: 'Interessent' },
    ],
  },
  { id: 'customer', label: 'Kunde', kind: 'boolean', value: (person) => person.customer, width: 90 },
  { id: 'turnover', label: 'Umsatz CHF', kind: 'number', decimals: 2, value: (person) => person.turnover, width: 130 },
  { id: 'since', label: 'Seit', kind: 'date', value: (person) => person.since, width: 110 },
  { id: 'seen', label: 'Letzter Kontakt', kind: 'datetime', value: (person) => person.seen, width: 150, hidden: true },
]
