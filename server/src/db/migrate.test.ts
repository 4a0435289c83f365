import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'

const { pool } = await emptyDatabase()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glut-migrations-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const put = (files: Record<string, string>) => {
  for (const [name, sql] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), sql)
}
const values = async (text: string) => (await pool.query({ text, rowMode: 'array' })).rows.flat()

beforeEach(async () => {
  for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file), { recursive: true })
  await pool.query('DROP TABLE IF EXISTS schema_migration, schema_function, a, b')
})

const first = { '0001_first.sql': 'CREATE TABLE a (n int);\nINSERT INTO a VALUES (1);\n' }
const second = { '0002_second.sql': 'INSERT INTO a VALUES (2);' }

test('migrations run once, in order', async () => {
  put({ ...second, ...first })
  expect(await migrate(pool, folder)).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await migrate(pool, folder)).toEqual([])
  put({ '0003_third.sql': 'INSERT INTO a VALUES (3)' })
  expect(await migrate(pool, folder)).toEqual(['0003_third.sql'])
  expect(await values('SELECT n FROM a')).toEqual([1, 2, 3])
})

test('a migration that was changed after it ran is refused', async () => {
  put(first)
  await migrate(pool, folder)
  put({ '0001_first.sql': first['0001_first.sql'].replaceAll('\n', '\r\n') })
  expect(await migrate(pool, folder)).toEqual([])
  put({ '0001_first.sql': 'CREATE TABLE a (n bigint);' })
  await expect(migrate(pool, folder)).rejects.toThrow('The migration 0001_first.sql was changed')
})

test('a database that is newer than the code is refused', async () => {
  put({ ...first, ...second })
  await migrate(pool, folder)
  fs.rmSync(path.join(folder, '0002_second.sql'))
  await expect(migrate(pool, folder)).rejects.toThrow('The database is newer than this version of the product')
})

test('a migration with a number below those that ran is run', async () => {
  put({ ...first, '0003_third.sql': 'SELECT 1' })
  await migrate(pool, folder)
  put(second)
  expect(await migrate(pool, folder)).toEqual(['0002_second.sql'])
  expect(await migrate(pool, folder)).toEqual([])
  expect(await values('SELECT n FROM a')).toEqual([1, 2])
})

test('two migrations with the same number, or a name without one, are refused', async () => {
  put({ ...first, '0001_other.sql': 'SELECT 1' })
  await expect(migrate(pool, folder)).rejects.toThrow('Two migrations have the number 0001')
  fs.rmSync(path.join(folder, '0001_other.sql'))
  put({ 'other.sql': 'SELECT 1' })
  await expect(migrate(pool, folder)).rejects.toThrow('must be named like')
})

test('a failing migration is rolled back, and earlier ones stay', async () => {
  put({ ...first, '0002_broken.sql': 'CREATE TABLE b (n int);\nINSERT INTO a VALUES (2);\nSELEC 1;' })
  await expect(migrate(pool, folder)).rejects.toThrow(/0002_broken\.sql failed in line 3: syntax error/)
  expect(await values('SELECT name FROM schema_migration')).toEqual(['0001_first.sql'])
  expect(await values('SELECT n FROM a')).toEqual([1])
  expect(await values("SELECT to_regclass('b') IS NULL")).toEqual([true])
})

test('a migration that cannot be recorded is rolled back', async () => {
  put({ '0001_first.sql': "ALTER TABLE schema_migration ADD CONSTRAINT only_first CHECK (name < '0002')" })
  await migrate(pool, folder)
  put({ '0002_second.sql': 'CREATE TABLE b (n int)' })
  await expect(migrate(pool, folder)).rejects.toThrow('only_first')
  expect(await values("SELECT to_regclass('b') IS NULL")).toEqual([true])
})

test('migrations started at the same time wait for each other', async () => {
  put({ '0001_first.sql': 'SELECT pg_sleep(0.1); CREATE TABLE a (n int)', ...second })
  const runs = await Promise.all([1, 2, 3].map(() => migrate(pool, folder)))
  expect(runs.flat()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await values('SELECT n FROM a')).toEqual([2])
})

test('functions built from the columns of tables are rebuilt after a migration', async () => {
  put({ '0001_first.sql': 'CREATE TABLE a (n int)' })
  const functions = fs.mkdtempSync(path.join(folder, 'functions-'))
  const namesOf = (from: string) => `
-- Given again after each migration
    do $do$ begin
      execute format('create or replace function names_of_a() returns text language sql as $f$ select %L $f$', (${from}));
    end $do$`
  const columns =
    "select string_agg(attname, ' ' order by attnum) from pg_attribute where attrelid = 'a'::regclass and attnum > 0"
  fs.writeFileSync(path.join(functions, 'names.sql'), namesOf(columns))
  fs.writeFileSync(path.join(functions, 'other.sql'), 'SELECT 1')
  expect(await migrate(pool, folder, functions)).toEqual(['0001_first.sql', 'names.sql', 'other.sql'])
  expect(await migrate(pool, folder, functions)).toEqual([])
  put({ '0002_second.sql': 'ALTER TABLE a ADD m int' })
  expect(await migrate(pool, folder, functions)).toEqual(['0002_second.sql', 'names.sql'])
  expect(await values('SELECT names_of_a()')).toEqual(['n m'])
})

test('every function and trigger is defined in functions/', async () => {
  const { pool } = await testDatabase()
  const written = `
    select 'function ' || proname as what, xmin::text as by from pg_proc p
     where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all
    select 'trigger ' || tgname || ' on ' || tgrelid::regclass, t.xmin::text
      from pg_trigger t join pg_class c on c.oid = tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace`
  const before = (await pool.query<{ what: string; by: string }>(written)).rows
  await pool.query('delete from schema_function')
  await migrate(pool)
  const now = (await pool.query<{ what: string; by: string }>(written)).rows
  const asBefore = now.filter(({ what, by }) => before.some((one) => one.what === what && one.by === by))
  expect(before.length).toBeGreaterThan(100)
  expect(asBefore.map(({ what }) => what)).toEqual([])
  expect(now.map(({ what }) => what).sort()).toEqual(before.map(({ what }) => what).sort())
})
