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
await floor.stop()
await product.stop()
await made.close()
