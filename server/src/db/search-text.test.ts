import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { apostrophes, hyphens } from '#contract/limits'
import { testDatabase } from '../../test/database.ts'
import { isHeld } from './words.ts'

const { kysely: db } = await testDatabase()

/** Definition of a search text: folded, with umlauts spelt out, and with spelt-out umlauts contracted. */
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

test('the fast forms of search_text give the same as its definition', async () => {
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

test('an apostrophe, a hyphen and a blank between letters match each other and nothing else', async () => {
  const { rows } = await sql<{ signs: string }>`select between_letters() as signs`.execute(db)
  expect(rows[0]?.signs).toBe(apostrophes + hyphens)
  const finds = async (typed: string, text: string) => {
    const held = await sql<{ held: boolean }>`select ${isHeld(sql`search_text(${text})`, typed)} as held`.execute(db)
    return held.rows[0]?.held
  }
  for (const one of ` ${apostrophes}${hyphens}`) {
    for (const other of ` ${apostrophes}${hyphens}`)
      expect(await finds(`d${one}Angelo`, `Rosa D${other}Ángelo`)).toBe(true)
  }
  for (const text of ['ankder', 'an_der', 'an.der', 'an0der', 'ander', 'an  der Aare'.replaceAll(' ', '')]) {
    expect([text, await finds('an der', text), await finds('an-der', text)]).toEqual([text, false, false])
  }
  for (const typed of ["a.b [x] d'or+", 'c:\\an der', '(an der)?', '50% an der_'])
    expect(await finds(typed, typed)).toBe(true)
  expect(await finds('anna-maria@example.org', 'anna maria@example.org')).toBe(false)
  expect(await finds('d´Angelo', "D'Angelo")).toBe(true)
})
