import { describe, expect, it } from 'vitest'
import { type Column, cellText, compareValues, passes, sortValue } from './columns.ts'
import { toCsv } from './csv.ts'

type Row = { v: string | number | boolean | null }
const words = { yes: 'Ja', no: 'Nein' }
const column = (kind: Column<Row>['kind'], more: Partial<Column<Row>> = {}): Column<Row> => ({
  id: 'v',
  label: 'Wert',
  kind,
  value: (row) => row.v,
  ...more,
})
const options = [
  { value: 'P', label: 'Privatkunde' },
  { value: 'B', label: 'Geschäftskunde' },
]

describe('the text of a cell', () => {
  it.each([
    ['text', 'Zürich', 'Zürich'],
    ['text', null, ''],
    ['number', 1234.5, "1'234.50"],
    ['number', '1234.5', "1'234.50"],
    ['date', '2026-03-01', '01.03.2026'],
    ['datetime', '2026-07-01T12:30:00Z', '01.07.2026 14:30'],
    ['boolean', true, 'Ja'],
    ['boolean', false, 'Nein'],
    ['select', 'B', 'Geschäftskunde'],
    ['select', 'unbekannt', 'unbekannt'],
  ] as const)('%s %s is "%s"', (kind, v, text) => {
    expect(cellText(column(kind, { decimals: 2, options }), { v }, words)).toBe(text)
  })
})

describe('a filter', () => {
  it.each([
    ['text', 'Zürich', 'zuri', true],
    ['text', 'Zürich', 'ZÜRI', true],
    ['text', 'Zurich', 'zürich', true],
    ['text', 'Feuer Müller', 'mueller', true],
    ['text', 'Grosser Weg', 'Großer', true],
    ['text', 'Bois d’œuvre', "d'œu", true],
    ['text', null, 'x', false],
    ['number', 1234.5, "1'234", true],
    ['number', 1234.5, '>1000', true],
    ['number', 1234.5, '> 1234.5', false],
    ['number', 1234.5, '>=1234,5', true],
    ['number', 5, '<5', false],
    ['number', 5, '<=5', true],
    ['number', 5, '=5', true],
    ['number', null, '<5', false],
    ['date', '2026-03-01', '03.2026', true],
    ['boolean', true, 'true', true],
    ['boolean', null, 'false', true],
    ['select', 'P', 'P', true],
    ['select', 'P', 'B', false],
  ] as const)('on %s %s with %s: %s', (kind, v, filter, passed) => {
    expect(passes(column(kind, { options }), filter, words)({ v })).toBe(passed)
  })
})

it('sorts by the meaning of a column', () => {
  expect(sortValue(column('select', { options }), { v: 'P' }, words)).toBe('Privatkunde')
  expect(sortValue(column('number'), { v: '10.5' }, words)).toBe(10.5)
  expect(sortValue(column('text'), { v: '' }, words)).toBeUndefined()
  expect(['Kiste 10', 'Öl', 'Kiste 9', 'oben'].sort(compareValues)).toEqual(['Kiste 9', 'Kiste 10', 'oben', 'Öl'])
})

describe('the CSV file', () => {
  const csv = (kind: Column<Row>['kind'], v: Row['v'], label = 'Wert') =>
    toCsv([{ ...column(kind, { decimals: 2 }), label }], [{ v }], words)

  it('is UTF-8 with a byte order mark, semicolons and CRLF', () => {
    const columns = [column('text'), { ...column('number'), id: 'w', label: 'Preis; CHF' }]
    expect(toCsv(columns, [{ v: 1.5 }], words)).toBe('\uFEFFWert;"Preis; CHF"\r\n1.5;1.5\r\n')
  })

  it.each([
    ['text', 'a"b', '"a""b"'],
    ['text', 'a;b', '"a;b"'],
    ['text', 'a\nb', '"a\nb"'],
    ['text', '=1+1', "'=1+1"],
    ['text', '+41 41 850 00 00', "'+41 41 850 00 00"],
    ['text', '-1', "'-1"],
    ['text', '@SUM(A1)', "'@SUM(A1)"],
    ['text', '\t=1', "'\t=1"],
    ['text', '\r=1', '"\'\r=1"'],
    ['text', '=a;"b"', '"\'=a;""b"""'],
    ['number', -1234.5, '-1234.5'],
    ['number', '1234.50', '1234.50'],
    ['date', '2026-03-01', '01.03.2026'],
    ['boolean', true, 'Ja'],
  ] as const)('writes %s %j as %j', (kind, v, written) => {
    expect(csv(kind, v)).toBe(`\uFEFFWert\r\n${written}\r\n`)
  })

  it('escapes formulas in headings as well', () => {
    expect(csv('text', 'a', '=cmd()')).toBe("\uFEFF'=cmd()\r\na\r\n")
  })
})
