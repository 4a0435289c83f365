import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../src/db/db.ts'
import { migrationsFolder } from '../src/db/migrate.ts'
import { type Postgres, startPostgres } from '../src/db/postgres/start.ts'
import { demoId, demoVersion } from '../src/demo/contacts.ts'
import { addDemoContacts } from '../src/demo/fill.ts'
import { prepareDatabase } from '../src/prepare.ts'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { hashPassword } from '../src/users/passwords.ts'
import { deliverRoles } from '../src/users/roles.ts'

export const contactCount = Number(process.env.BENCH_ROWS ?? 100_000)
const folder = path.resolve('.tmp/bench')
/** Named after all that decides what is in it: tables, generator, count. */
export const dataDir = path.join(folder, `contacts-${hashOfSchema()}-${demoVersion}-${contactCount}`)
export const benchUser = { username: 'bench', password: 'bench-password' }

/** A PostgreSQL with 100,000 contacts, or as many as asked for, kept between runs as long as tables and generator are the same. */
export async function benchData(): Promise<{ postgres: Postgres; database: Database }> {
  const complete = path.join(dataDir, 'complete')
  if (!existsSync(complete)) rmSync(folder, { recursive: true, force: true })
  const postgres = await startPostgres({ dataDir })
  const database = openDatabase(postgres.connection, { max: 20, statementTimeout: 0 })
  await prepareDatabase(database)
  if (!existsSync(complete)) {
    console.log(`making ${contactCount} contacts below ${dataDir} …`)
    await addDemoContacts(database.kysely, contactCount)
    await deliverRoles(database.kysely)
    await addUserWithRole(database.kysely, benchUser.username, await hashPassword(benchUser.password), 'ADMIN')
    await database.pool.query('vacuum analyze')
    writeFileSync(complete, '')
  }
  return { postgres, database }
}

/** Ten for each contact, up to a million. */
export const encounterCount = Math.min(1_000_000, contactCount * 10)
const ofBusiest = encounterCount / 50

/** Adds a million encounters to the contacts of `benchData`, one of fifty to one contact; kept like those. */
export async function benchEncounters(database: Database): Promise<{ busiest: string }> {
  const busiest = demoId(0)
  const complete = path.join(dataDir, 'encounters-complete')
  if (existsSync(complete)) return { busiest }
  console.log(`making ${encounterCount} encounters …`)
  await database.pool.query('drop index if exists encounter_search')
  await database.pool.query('delete from encounter')
  const half = encounterCount / 2
  await Promise.all([addEncounters(database, 0, half), addEncounters(database, half, encounterCount)])
  await database.pool.query(
    `set maintenance_work_mem = '512MB'; ${indexAsMigrated('0009_encounters.sql', 'encounter_search')}`,
  )
  await database.pool.query('vacuum analyze encounter')
  writeFileSync(complete, '')
  return { busiest }
}

/** Without the triggers: nobody reads the history of these. */
export async function addEncounters(
  database: Database,
  from: number,
  to: number,
  contacts = contactCount,
): Promise<void> {
  await database.kysely.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      with numbered as (select id, row_number() over (order by id) - 1 as place from contact)
      insert into encounter (contact_id, encounter_type, original_known_since, description)
      select c.id, (array['TELEPHONE', 'TELEPHONE', 'FACE_TO_FACE', 'POST', 'APPOINTMENT'])[n % 5 + 1],
             '2020-01-01'::timestamptz + (n::bigint * 7919 % 3153600) * interval '1 minute',
             'Gespräch über ' || (array['Feuerschale', 'Grillplatte', 'Holzlege', 'Funkenschutz', 'Sockel'])[n % 7 % 5 + 1]
               || (array[': Offerte gewünscht', ': Rückruf vereinbart', ', Lieferung in zwei Wochen'])[n % 11 % 3 + 1]
               || '. Meldet sich wieder, sobald der Platz im Garten bereit ist. Vorgang Nr' || n
        from (select n, case when n < ${ofBusiest} then 0 else n % ${contacts} end as place
                from generate_series(${from}::int, ${to - 1}::int) n) s
        join numbered c using (place)`.execute(db)
  })
}

/** The statement by which a migration makes an index. */
export function indexAsMigrated(migration: string, name: string): string {
  const text = readFileSync(path.join(migrationsFolder, migration), 'utf8')
  const [index] = new RegExp(`create index ${name} [^;]+;`).exec(text) ?? []
  if (!index) throw new Error(`${migration} makes no index ${name}`)
  return index
}

function hashOfSchema(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrationsFolder).sort()) hash.update(readFileSync(path.join(migrationsFolder, name)))
  return hash.digest('hex').slice(0, 12)
}
