import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/db.ts'
import { startScratchPostgres } from '../src/db/postgres/scratch.ts'
import { openFileStore } from '../src/files/open-store.ts'
import type { AppContext } from '../src/http/context.ts'
import { openVault } from '../src/http/vault.ts'
import { remindOfFlames } from '../src/orders/flames/remind.ts'
import { prepareDatabase } from '../src/prepare.ts'
import { readable } from '../src/registries/readable.ts'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { deliverRoles } from '../src/users/roles.ts'
import { figure } from './harness.ts'

// 10,000 of 50,000 flames are due at one minute, a tenth of them of people who are away; four processes look at once.
const [flames, due, people, processes] = [50_000, 10_000, 20, 4]
const postgres = await startScratchPostgres()
const databases = Array.from({ length: processes }, () =>
  openDatabase(postgres.connection, { max: 3, statementTimeout: 0 }),
)
const [database] = databases
if (!database) throw new Error('no process')
await prepareDatabase(database)
await deliverRoles(database.kysely)
for (let number = 0; number < people; number++) await addUserWithRole(database.kysely, `user${number}`, '', 'USER')
const { pool } = database
const fill = (statement: string, values: unknown[] = []) => pool.query(statement, values)
await fill(
  `insert into contact (legal_type, surname) select 'NATURAL', 'Beispiel ' || n from generate_series(1, 2000) n`,
)
await fill(`insert into blackboard (title, kind) values ('Verkauf', 'FLAME')`)
await fill(
  `insert into blackboard_step (blackboard_id, title, colour, position) select id, 'Neu', '#80621f', 0 from blackboard`,
)
await fill(
  `with f as (
     insert into flame (step_id, place, assignee_id, reminder_at)
     select (select id from blackboard_step limit 1), n * 65536::bigint, (select id from app_user where username = 'user' || n % $3),
            date_trunc('minute', now()) + case when n <= $2 then interval '0' else interval '1 year' end
       from generate_series(1, $1::int) n
     returning id)
   insert into dossier (flame_id, contact_id, certificate_name, language)
   select f.id, c.id, 'Beispiel', 'DE' from (select id, row_number() over () % 2000 as row from f) f
     join (select id, row_number() over () - 1 as row from contact) c using (row)`,
  [flames, due, people],
)
await fill(
  `insert into absence (person_id, from_at, until_at, stand_in_id)
   select u.id, now() - interval '1 day', now() + interval '1 day', other.id
     from app_user u, app_user other where u.username in ('user0', 'user1') and other.username = 'user5'`,
)
await fill('vacuum analyze')

const config = readConfig({}, [])
const services = { config, vault: openVault('00'.repeat(32), ''), files: openFileStore(config), readable }
const looks = databases.map((one): AppContext => ({ database: one, services, checkAnswers: false }))
const all = () => Promise.all(looks.map((one) => remindOfFlames(one)))
const secondsOf = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
const seconds = await secondsOf(all)
const told = async () => {
  const { rows } = await fill(
    `select count(*)::int as told from notification where notification_type = 'TASK_REMINDER'`,
  )
  return Number(rows[0]?.told)
}
const expected = due + (due / people) * 2
const first = await told()
await fill('vacuum analyze')
const idle = await secondsOf(() => remindOfFlames(looks[0] as AppContext))
await all()
figure(`reminders: ${due} due at one minute, told by ${processes} processes`, seconds, { unit: 's', atMost: 30 })
figure(
  'reminders: each told once, to stand-ins too',
  ((await told()) === expected && first === expected ? 1 : 0) * 100,
  {
    unit: '%',
    atLeast: 100,
  },
)
figure('reminders: a look at 50,000 flames that finds nothing new', idle * 1000, { unit: 'ms', atMost: 250 })

await Promise.all(databases.map((one) => one.close()))
await postgres.stop()
