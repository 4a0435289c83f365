import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/db.ts'
import { startScratchPostgres } from '../src/db/postgres/scratch.ts'
import { openFileStore } from '../src/files/open-store.ts'
import { openSession } from '../src/http/session.ts'
import { openVault } from '../src/http/vault.ts'
import { prepareDatabase } from '../src/prepare.ts'
import { readable } from '../src/registries/readable.ts'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { deliverRoles } from '../src/users/roles.ts'

/** The product within this process on an empty database of its own, with an admin who is signed in. */
export async function openProduct() {
  const postgres = await startScratchPostgres()
  const database = openDatabase(postgres.connection, { max: 6, statementTimeout: 0 })
  await prepareDatabase(database)
  await deliverRoles(database.kysely)
  await addUserWithRole(database.kysely, 'admin', 'no password', 'ADMIN')
  const { id: admin } = await database.kysely.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
  const config = readConfig({ LOG_LEVEL: 'silent' }, [])
  const services = { config, vault: openVault('00'.repeat(32), ''), files: openFileStore(config), readable }
  const app = await buildApp({ database, services, checkAnswers: false })
  const session = await openSession(database.kysely, admin)
  const cookie = `session=${session}`
  return {
    app,
    connection: postgres.connection,
    database,
    admin,
    session,
    /** Errors: what is not answered with 200. */
    async call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
      const response = await app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })
      if (response.statusCode !== 200) throw new Error(response.body)
      return response
    },
    async close() {
      await app.close()
      await database.close()
      await postgres.stop()
    },
  }
}
