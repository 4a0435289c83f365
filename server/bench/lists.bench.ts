import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/db.ts'
import { startScratchPostgres } from '../src/db/postgres/scratch.ts'
import { prepareDatabase } from '../src/db/prepare.ts'
import { openFileStore } from '../src/files/open-store.ts'
import { openSession } from '../src/http/session.ts'
import { openVault } from '../src/http/vault.ts'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { deliverRoles } from '../src/users/roles.ts'
import { bench } from './harness.ts'
import { fillWith, lists } from './lists.ts'

const postgres = await startScratchPostgres()
const database = openDatabase(postgres.connection, { max: 4 })
await prepareDatabase(database)
await deliverRoles(database.kysely)
await addUserWithRole(database.kysely, 'admin', 'no password', 'ADMIN')
const { id: admin } = await database.kysely.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
const config = readConfig({ LOG_LEVEL: 'silent' }, [])
const app = await buildApp({
  database,
  services: { config, vault: openVault('00'.repeat(32), ''), files: openFileStore(config) },
  checkAnswers: false,
})
const cookie = `session=${await openSession(database.kysely, admin)}`

for (const { name, endpoint, fill, bare } of lists) {
  await database.pool.query(fillWith(fill, 10_000))
  await database.pool.query('analyze')
  await bench(`10,000 ${name}`, {
    bare: () => database.pool.query(bare),
    product: async () => {
      const response = await app.inject({ method: endpoint.method, url: endpoint.path, headers: { cookie } })
      if (response.statusCode !== 200) throw new Error(response.body)
    },
    rounds: 30,
    limit: { times: 2, at: 'p50' },
  })
}

await app.close()
await database.close()
await postgres.stop()
