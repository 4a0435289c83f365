import { dashboardApi, dashboardSettingApi } from '#contract/overview/dashboards'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { hashPassword } from '../src/users/passwords.ts'
import { addBoard } from './board.ts'
import { addDashboardData } from './dashboard-data.ts'
import { makeDashboardTables } from './dashboard-floors.ts'
import { benchUser } from './data.ts'
import { startFloorServer } from './floor.ts'
import { bench, figure } from './harness.ts'
import { openProduct } from './in-process.ts'
import { costOf } from './interleaved.ts'
import { startProduct } from './product.ts'

const rounds = 200

// The tiles beside a floor that answers each from flat tables, both as processes of their own.
const made = await openProduct()
const { database, admin, connection } = made
await addUserWithRole(database.kysely, benchUser.username, await hashPassword(benchUser.password), 'ADMIN')
await addBoard(made)
await addDashboardData(database, admin)
await makeDashboardTables(database)
await database.pool.query('update product_setting set shows_people = true')
const floor = await startFloorServer(connection)
const { host, port, user, database: name } = connection
const product = await startProduct({
  DATABASE_URL: `postgres://${user}@localhost:${port}/${name}?${new URLSearchParams({ host })}`,
})

// What any call costs before it counts anything: more than half of what the smallest tiles take.
await bench('dashboard: a call that reads one row', {
  bare: () => floor.call('GET', '/one'),
  product: () => product.call('GET', dashboardSettingApi.settings.path),
  rounds,
  limit: { times: 2, at: 'both' },
})
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
for (const days of [30, 365]) {
  const span = new URLSearchParams({ from: day(days - 1), to: day(0) })
  for (const [name, { path }] of Object.entries(dashboardApi)) {
    const { numbers } = await bench(`dashboard: ${name}, ${days} days`, {
      bare: () => floor.call('GET', `/dashboards/${name}?${span}`),
      product: () => product.call('GET', `${path}?${span}`),
      rounds,
      limit: { times: 2, at: 'both' },
    })
    figure(`dashboard: ${name}, ${days} days, at most`, numbers.productP95 ?? Number.NaN, { unit: 'ms', atMost: 300 })
  }
}

// what comes in is put into the indexes by which the lists behind the figures find it
const arriving = await costOf(database, {
  with: 'alter table email_arrival set (fillfactor = 100)',
  without: `drop index email_arrival_list; drop index email_arrival_answered; drop index email_arrival_mailbox;
            drop index email_arrival_mailbox_answered`,
  write: (client) =>
    client.query(`
      with mails as (
        insert into email (direction, state, subject, from_address, thread_id, received_at, search)
        select 'INCOMING', 'OPEN', 'Angebot ' || n, 'kunde@example.org', uuid_v7(), now(),
               search_text('Angebot ' || n || ' bitten um eine Offerte')
          from generate_series(1, 50) n returning id)
      insert into mail_source (folder_id, uid, email_id, seen)
      select (select id from mail_folder limit 1), 'new ' || row_number() over (), id, false from mails`),
})
figure('dashboard: writing mails with the indexes of its lists', arriving, { unit: '× without', atMost: 1.25 })

await floor.stop()
await product.stop()
await made.close()
