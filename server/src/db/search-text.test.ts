import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'

const { kysely: db } = await testDatabase()

/** What a search text is by its definition: folded, with umlauts spelt out, and with spelt-out umlauts drawn together. */
const defined = sql`
  select ' ' || plain || case when spelt <> plain then ' ' || spelt else '' end
             || case when drawn <> plain then ' ' || drawn else '' end
    from (select fold(value) as plain,
                 fold(replace(replace(replace(lower(normalize(value, NFC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')) as spelt,
                 replace(replace(replace(fold(value), 'ae', 'a'), 'oe', 'o'), 'ue', 'u') as drawn) as ways`

const pieces = [
  ...'aeouzAEOUZ 09.-~',
  ...'äöüÄÖÜßẞéèêëàâçîïôûùñÉÀÇŒœÆæøłđ«»–’€…²´½№ﬁ',
  '  ',
  '\n',
  '\u00a0',
  'a\u0308',
  'e\u0301',
  'ss',
  'ae',
  '中',
  'И',
  '🔥',
]

test('the short ways to a search text lead where the long one does', async () => {
  let seed = 7
  const any = (count: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % count
  }
  const among = (some: readonly string[]) => Array.from({ length: 1 + any(12) }, () => some[any(some.length)]).join('')
  const plain = pieces.slice(0, 34)
  const values = [...pieces, ...Array.from({ length: 3000 }, (_, at) => among(at % 3 ? plain : pieces))]
  const { rows } = await sql<{ value: string; short: string; long: string }>`
    select value, search_text(value) as short, (${defined}) as long
      from unnest(${values}::text[]) as given(value)`.execute(db)
  expect(rows.filter(({ short, long }) => short !== long)).toEqual([])
  expect(rows).toHaveLength(values.length)
})
