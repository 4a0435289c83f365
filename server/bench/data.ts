import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Database, openDatabase } from '../src/db/db.ts'
import { type Postgres, startPostgres } from '../src/db/postgres/start.ts'
import { prepareDatabase } from '../src/db/prepare.ts'
import { demoVersion } from '../src/demo/contacts.ts'
import { addDemoContacts } from '../src/demo/fill.ts'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { hashPassword } from '../src/users/passwords.ts'
import { deliverRoles } from '../src/users/roles.ts'

export const dataDir = path.resolve('.tmp/bench')
export const benchUser = { username: 'bench', password: 'bench-password' }
const contactCount = 100_000

/** A PostgreSQL with 100,000 contacts, kept between runs as long as the generator makes the same ones. */
export async function benchData(): Promise<{ postgres: Postgres; database: Database }> {
  const marker = path.join(dataDir, 'contacts-of')
  const wanted = `${demoVersion} ${contactCount}`
  if ((await readFile(marker, 'utf8').catch(() => '')) !== wanted) await rm(dataDir, { recursive: true, force: true })
  const postgres = await startPostgres({ dataDir })
  const database = openDatabase(postgres.connection, { max: 20, statementTimeout: 0 })
  await prepareDatabase(database)
  if ((await readFile(marker, 'utf8').catch(() => '')) !== wanted) {
    console.log(`making ${contactCount} contacts below ${dataDir} …`)
    await addDemoContacts(database.kysely, contactCount)
    await deliverRoles(database.kysely)
    await addUserWithRole(database.kysely, benchUser.username, await hashPassword(benchUser.password), 'ADMIN')
    await database.pool.query('vacuum analyze')
    await writeFile(marker, wanted)
  }
  return { postgres, database }
}
