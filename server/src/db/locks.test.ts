import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { lock, lockedKinds, locks, tryLock } from './locks.ts'

const { kysely } = await testDatabase()

test('each lock has a number of its own', () => {
  const numbers = Object.values(locks)
  expect(new Set(numbers).size).toBe(numbers.length)
})

const source = path.join(import.meta.dirname, '..')
const sources = fs
  .readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: fs.readFileSync(path.join(source, file), 'utf8') }))

test('no other source uses the number range or hash function of the locks', () => {
  const own = sources.filter(
    ({ file, text }) => file !== path.join('db', 'locks.ts') && /712_?049|hashtextextended/.test(text),
  )
  expect(own.map(({ file }) => file)).toEqual([])
})

/** Returns the first key of each lock: the text in its place, or the value that is bound to it. */
const keysIn = (text: string) =>
  [...text.matchAll(/pg_(?:try_)?advisory_\w+\(([^,)]*)[^)]*\)[^,[;]*(?:,\s*\[([^,\]]*))?/gi)].map(
    ([, key = '', bound = '']) => (key === '$1' ? bound.trim() : key),
  )

test('every advisory lock taken directly uses a named lock', () => {
  const taken = sources
    .filter(({ file }) => file !== path.join('db', 'locks.ts'))
    .flatMap(({ file, text }) => keysIn(text).map((key) => ({ file, key })))
  expect(taken.length).toBeGreaterThan(5)
  expect(taken.filter(({ key }) => !/^(\$\{)?locks[.[]/.test(key))).toEqual([])
})

test('the check finds an unnamed lock', () => {
  expect(keysIn("client.query('select pg_advisory_lock($1, $2)', [\n 4711, id])")).toEqual(['4711'])
  expect(keysIn('sql`select pg_try_advisory_xact_lock(4711)`')).toEqual(['4711'])
  expect(keysIn("query('select pg_try_advisory_lock($1) as taken', [locks.jobAtWork])")).toEqual(['locks.jobAtWork'])
})

test('the locks of database functions are of named kinds', async () => {
  const folder = path.join(import.meta.dirname, 'functions')
  const texts = fs.readdirSync(folder).map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
  const locking = texts.flatMap((text) =>
    [...text.matchAll(/advisory\w*\(([^']*'[^']*')/g)].map(([, begin]) => begin ?? ''),
  )
  const ofTable = "hashtextextended(replace(tg_table_name, '_'"
  const named = locking.flatMap((begin) => /^hashtextextended\('([^']*)'$/.exec(begin)?.[1]?.trim() ?? [])
  expect(named.length).toBeGreaterThan(3)
  // one trigger uses the name of its table
  expect(locking.filter((begin) => !begin.startsWith("hashtextextended('"))).toEqual([ofTable])
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where p.prosrc like '%advisory%' and p.prosrc like '%tg_table_name%'`.execute(kysely)
  expect(rows.length).toBeGreaterThan(1)
  for (const kind of [...named, ...rows.map(({ name }) => name.replaceAll('_', ' '))])
    expect(lockedKinds).toContain(kind)
})

test('a lock lasts to the end of its transaction and does not block other locks', async () => {
  await kysely.transaction().execute(async (one) => {
    await lock(one, 'users')
    await kysely.transaction().execute(async (other) => {
      expect(await tryLock(other, 'users')).toBe(false)
      expect(await tryLock(other, 'importBatch')).toBe(true)
    })
  })
  await kysely.transaction().execute(async (other) => expect(await tryLock(other, 'users')).toBe(true))
})
