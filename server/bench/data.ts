import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Database, openDatabase } from '../src/db/db.ts'
import { migrationsFolder } from '../src/db/migrate.ts'
import { type Postgres, startPostgres } from '../src/db/postgres/start.ts'
import { prepareDatabase } from '../src/db/prepare.ts'
import { demoVersion } from '../src/demo/contacts.ts'
import { addDemoContacts } from '../src/demo/fill.ts'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { hashPassword } from '../src/users/passwords.ts'
import { deliverRoles } from '../src/users/roles.ts'

const contactCount = 100_000
const folder = path.resolve('.tmp/bench')
/** Named after all that decides what is in it: tables, generator, count. */
export const dataDir = path.join(folder, `contacts-${hashOfSchema()}-${demoVersion}-${contactCount}`)
export const benchUser = { username: 'bench', password: 'bench-password' }

/** A PostgreSQL with 100,000 contacts, kept between runs as long as tables and generator are the same. */
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

function hashOfSchema(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrationsFolder).sort()) hash.update(readFileSync(path.join(migrationsFolder, name)))
  return hash.digest('hex').slice(0, 12)
}
