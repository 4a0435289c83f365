import { boardApi } from '@glut/contract/boards'
import { pathOf } from '@glut/contract/endpoint'
import { flameApi } from '@glut/contract/flames'
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

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const response = await app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response
}

const steps = ['Neu', 'Offerte', 'Bestellt', 'Verpackt', 'Bereit'].map((title) => ({ title }))
const board = (await call('POST', boardApi.add.path, { title: 'Verkauf', steps })).json()
const perStep = 400
await database.pool.query(
  `with n as (select n, n / $2 as step from generate_series(0, 5 * $2 - 1) n),
        c as (insert into contact (legal_type, given_name, surname) select 'NATURAL', 'Anna', 'Beispiel ' || n from n
              returning id),
        f as (insert into flame (step_id, place, assignee_id)
              select s.id, n.n * 65536, $3 from n join blackboard_step s on s.blackboard_id = $1 and s.position = n.step
              returning id)
   insert into dossier (flame_id, contact_id, certificate_name, language, pickup_date)
   select f.id, c.id, 'Familie Beispiel', 'DE', '2031-03-04T08:00:00Z'::timestamptz + c.row * interval '1 hour'
     from (select id, row_number() over () as row from f) f join (select id, row_number() over () as row from c) c using (row)`,
  [board.id, perStep, admin],
)
await database.pool.query('analyze')

const columns = `f.id, f.version, f.step_id, f.assignee_id, f.proxy_owner_id, f.proxy_owner_from, f.proxy_owner_until,
  f.reminder_at, f.created_at, f.updated_at, f.in_step_since, f.archived_at, f.deleted_at, f.place, c.id as contact,
  c.full_name, c.customer_type, c.uid_state, d.certificate_name, d.sap_ordernumber, d.pickup_date, d.self_pickup_at,
  d.delivery_date, d.delivered, d.tax_free_delivery, d.oss, d.avis_phone_number_id, d.avis_email_id,
  d.articles_changed_at, d.packages_changed_at`
await bench('a board of 2,000 flames', {
  bare: () =>
    database.pool.query(
      `select ${columns} from blackboard_step s join flame f on f.step_id = s.id join dossier d on d.flame_id = f.id
         join contact c on c.id = d.contact_id
        where s.blackboard_id = $1 and f.archived_at is null and f.deleted_at is null
          and (f.reminder_at is null or f.reminder_at <= now())
        order by s.position, f.place`,
      [board.id],
    ),
  product: () => call('GET', pathOf(flameApi.board, { id: board.id })),
  rounds: 40,
  limit: { times: 2, at: 'p50' },
})

const { rows: flames } = await database.pool.query('select id, version from flame order by id')
const target = (round: number) => board.steps[(round + 3) % 5].id
await bench('a move on that board', {
  bare: (round) => {
    const text = `update flame set step_id = $2, place = $3, version = version + 1, updated_at = now() where id = $1`
    return database.pool.query(text, [flames[round * 2].id, target(round), -round])
  },
  product: async (round) => {
    const flame = flames[round * 2 + 1]
    const body = {
      version: flame.version,
      taskboardRef: board.id,
      step: target(round),
      afterRef: flames[(round - 5) * 2]?.id,
    }
    const response = await call('PUT', pathOf(flameApi.move, { id: flame.id }), body)
    flame.version = response.json().version
  },
  rounds: 300,
  limit: { times: 3, at: 'p50' },
})

await app.close()
await database.close()
await postgres.stop()
