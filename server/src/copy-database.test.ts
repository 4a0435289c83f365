import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../test/database.ts'
import { copyDatabase } from './copy-database.ts'
import { type Database, openDatabase } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { startScratchPostgres } from './db/postgres/scratch.ts'
import { prepareJobs } from './jobs/prepare.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glut-migrations-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

fs.writeFileSync(
  path.join(folder, '0001_everything.sql'),
  `CREATE TABLE contact (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    folded text GENERATED ALWAYS AS (lower(name)) STORED,
    nickname text,
    tags text[] NOT NULL DEFAULT '{}',
    photo bytea,
    data jsonb,
    price numeric(20, 4),
    seen_at timestamptz,
    born date,
    "order" interval,
    parent_id int REFERENCES contact,
    main_address_id int,
    UNIQUE (name) DEFERRABLE INITIALLY DEFERRED
  );
  CREATE TABLE address (id serial PRIMARY KEY, contact_id int NOT NULL REFERENCES contact ON DELETE CASCADE, city text);
  ALTER TABLE contact ADD CONSTRAINT main_address FOREIGN KEY (main_address_id) REFERENCES address
    DEFERRABLE INITIALLY DEFERRED;
  CREATE TABLE history (id serial PRIMARY KEY, what text);
  CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO history (what) VALUES (new.name); RETURN new; END $$;
  CREATE TRIGGER noted AFTER INSERT ON contact FOR EACH ROW EXECUTE FUNCTION note();
  CREATE TRIGGER switched_off AFTER INSERT ON contact FOR EACH ROW EXECUTE FUNCTION note();
  ALTER TABLE contact DISABLE TRIGGER switched_off;
  CREATE TABLE sector (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), title text NOT NULL);
  CREATE UNIQUE INDEX sector_title ON sector (lower(title));
  CREATE INDEX contact_tags ON contact USING gin (tags) WITH (fastupdate = off) WHERE born IS NULL;
  INSERT INTO sector (title) VALUES ('Handel'), ('Bau');`,
)

const source = await emptyDatabase()
let target: TestDatabase
const targets = await Promise.all(Array.from({ length: 12 }, () => emptyDatabase()))

await migrate(source.pool, folder)
await source.pool.query(`
  INSERT INTO contact (name, nickname, tags, photo, data, price, seen_at, born, "order") VALUES
    ('Müller', NULL, '{}', '\\x00ff5c0a', '{"a": [1, null, "\\\\n\\t"]}', 0.1, '2026-03-29 00:30:00.123456Z', '0044-03-15', '1 day 2 hours'),
    (E'tab\\t, line\\n, back\\\\slash', '', ARRAY['a,b', NULL, '"', ''], '', 'null', 99999999.0001, 'infinity', 'infinity', NULL),
    ('\\N', 'NULL', ARRAY['\\N'], NULL, '"😀"', NULL, NULL, NULL, NULL);
  INSERT INTO contact (name) SELECT 'contact ' || n FROM generate_series(1, 1000) AS n;
  UPDATE contact SET parent_id = id + 1 WHERE id < 1000;
  INSERT INTO address (contact_id, city) SELECT id, 'Zürich' FROM contact;
  UPDATE contact SET main_address_id = (SELECT a.id FROM address a WHERE a.contact_id = contact.id);
  DELETE FROM history WHERE id % 2 = 0;
  DELETE FROM sector WHERE title = 'Bau';
  SELECT nextval('address_id_seq');`)

beforeEach(() => {
  target = targets.pop() as TestDatabase
})

const tables = ['contact', 'address', 'history', 'sector']

async function contentOf({ pool }: Database): Promise<unknown> {
  const rows = await Promise.all(tables.map((table) => pool.query(`SELECT * FROM ${table} ORDER BY id`)))
  return rows.map((result) => result.rows)
}

async function rulesOf({ pool }: Database): Promise<unknown> {
  const keys = await pool.query(
    "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2",
  )
  const triggers = await pool.query('SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1')
  const indexes = await pool.query("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1")
  return [keys.rows, triggers.rows, indexes.rows]
}

/** Halts a copy after the tables address and contact, until the returned function is called. */
async function holdCopyAtHistory(): Promise<() => Promise<void>> {
  const brake = await source.pool.connect()
  await brake.query('BEGIN; LOCK TABLE history')
  return async () => {
    await brake.query('ROLLBACK')
    brake.release()
  }
}

const copyOfHistory = `FROM pg_stat_activity
  WHERE datname = current_database() AND query LIKE 'COPY public."history"%'`

test('a copy has all rows, rules and sequences of the source', async () => {
  const copied = await copyDatabase(source, target, folder)
  expect(copied).toEqual([
    { table: 'address', rows: 1003 },
    { table: 'contact', rows: 1003 },
    { table: 'history', rows: 502 },
    { table: 'sector', rows: 1 },
  ])
  expect(await contentOf(target)).toEqual(await contentOf(source))
  expect(await rulesOf(target)).toEqual(await rulesOf(source))
  const next = await target.pool.query(
    "INSERT INTO contact (name) VALUES ('new') RETURNING id, nextval('address_id_seq') AS address",
  )
  expect(next.rows).toEqual([{ id: 1004, address: 1005 }])
})

test('a copy goes from the embedded database to a server and back', async () => {
  const embedded = await startScratchPostgres()
  const here = openDatabase(embedded.connection)
  try {
    await copyDatabase(source, here, folder)
    await copyDatabase(here, target, folder)
    expect(await contentOf(target)).toEqual(await contentOf(source))
  } finally {
    await here.close()
    await embedded.stop()
  }
})

test('a migration of the target that was interrupted is resumed by the next copy', async () => {
  const twoSteps = fs.mkdtempSync(path.join(os.tmpdir(), 'glut-migrations-'))
  fs.cpSync(folder, twoSteps, { recursive: true })
  fs.writeFileSync(path.join(twoSteps, '0002_held_up.sql'), 'SELECT pg_sleep(60)')
  const cut = openDatabase(target.connection, { max: 4 })
  const outcome = expect(copyDatabase(source, cut, twoSteps)).rejects.toThrow(/terminat/)
  const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query = 'SELECT pg_sleep(60)'`
  await expect.poll(async () => (await target.pool.query(terminate)).rowCount).toBe(1)
  await outcome
  await cut.close()
  fs.rmSync(twoSteps, { recursive: true })
  await copyDatabase(source, target, folder)
  expect(await contentOf(target)).toEqual(await contentOf(source))
})

test('waiting jobs are copied once', async () => {
  await prepareJobs(source.pool)
  await source.pool.query(
    `SELECT graphile_worker.add_job('checkTaxNumber', '{"contactId": "one"}'::json, max_attempts => 10)`,
  )
  await copyDatabase(source, target, folder)
  const { rows } = await target.pool.query(`
    SELECT t.identifier, j.payload, j.attempts, j.max_attempts, j.locked_by FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id`)
  expect(rows).toEqual([
    { identifier: 'checkTaxNumber', payload: { contactId: 'one' }, attempts: 0, max_attempts: 10, locked_by: null },
  ])
})

test('a target with data is refused and stays unchanged', async () => {
  await migrate(target.pool, folder)
  await target.pool.query("INSERT INTO contact (name) VALUES ('own')")
  await expect(copyDatabase(source, target, folder)).rejects.toThrow(
    'The target holds data already (contact, history, ',
  )
  expect((await target.pool.query('SELECT name FROM contact')).rows).toEqual([{ name: 'own' }])
})

test('a failure halfway leaves the target empty, and the next copy succeeds', async () => {
  await migrate(target.pool, folder)
  await target.pool.query('TRUNCATE sector; ALTER TABLE sector ADD CONSTRAINT full_house CHECK (false)')
  await expect(copyDatabase(source, target, folder)).rejects.toThrow('full_house')
  expect(await contentOf(target)).toEqual([[], [], [], []])
  await target.pool.query('ALTER TABLE sector DROP CONSTRAINT full_house')
  expect(await rulesOf(target)).toEqual(await rulesOf(source))
  await copyDatabase(source, target, folder)
  expect(await contentOf(target)).toEqual(await contentOf(source))
})

test('a cut connection leaves only the rows of the migrations, and the next copy succeeds', async () => {
  const cut = openDatabase(target.connection, { max: 2 })
  const release = await holdCopyAtHistory()
  const outcome = expect(copyDatabase(source, cut, folder)).rejects.toThrow(/terminat/)
  const terminate = `SELECT pg_terminate_backend(pid) ${copyOfHistory}`
  await expect.poll(async () => (await target.pool.query(terminate)).rowCount).toBe(1)
  await outcome
  await release()
  await cut.close()
  const content = (await contentOf(target)) as unknown[][]
  expect(content.map((rows) => rows.length)).toEqual([0, 0, 0, 2])
  await copyDatabase(source, target, folder)
  expect(await contentOf(target)).toEqual(await contentOf(source))
})

test('rows written to the source during the copy are left out', async () => {
  const before = await contentOf(source)
  const release = await holdCopyAtHistory()
  const copying = copyDatabase(source, target, folder)
  await expect.poll(async () => (await target.pool.query(`SELECT 1 ${copyOfHistory}`)).rowCount).toBe(1)
  await source.pool.query("INSERT INTO sector (title) VALUES ('late'); UPDATE address SET city = 'late'")
  await release()
  await copying
  expect(await contentOf(target)).toEqual(before)
})

test('rows that somebody wrote after a failed copy are not replaced', async () => {
  await migrate(target.pool, folder)
  await target.pool.query("TRUNCATE sector; INSERT INTO sector (title) VALUES ('own')")
  await expect(copyDatabase(source, target, folder)).rejects.toThrow('The target holds data already (sector)')
})

test('rows that arrive changed are detected, and nothing is copied', async () => {
  await migrate(target.pool, folder)
  await target.pool.query('TRUNCATE sector; ALTER TABLE contact ALTER price TYPE numeric(20, 2)')
  await expect(copyDatabase(source, target, folder)).rejects.toThrow('contact did not arrive as it left')
  expect(await contentOf(target)).toEqual([[], [], [], []])
})

test('an empty source or one of an older version is refused', async () => {
  await expect(copyDatabase(target, source, folder)).rejects.toThrow('The source holds no data of the product')
  await migrate(target.pool, folder)
  const newer = fs.mkdtempSync(path.join(os.tmpdir(), 'glut-migrations-'))
  fs.cpSync(folder, newer, { recursive: true })
  fs.writeFileSync(path.join(newer, '0002_more.sql'), 'SELECT 1')
  const other = targets.pop() as TestDatabase
  await expect(copyDatabase(target, other, newer)).rejects.toThrow('The source is of an older version')
  fs.rmSync(newer, { recursive: true })
})
