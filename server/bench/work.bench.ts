import { pathOf } from '#contract/endpoint'
import { todoPackageApi } from '#contract/lists/todo-packages'
import { projectApi } from '#contract/work/projects'
import { todoApi } from '#contract/work/todos'
import { addBoard, addProjectBoard, filling, removeBoards } from './board.ts'
import { benchData } from './data.ts'
import { askBoth, startFloor } from './floor.ts'
import { startProduct } from './product.ts'

// Projects and to-dos beside a floor that answers one question from one flat table.
const reads = { p50: 2, p95: 2.5, throughput: 2.5 }
const writes = { p50: 6, p95: 6, throughput: 6 }
const [todoCount, ofPackage, people] = [100_000, 50, 20]

const { postgres, database } = await benchData()
await removeBoards(database)
const product = await startProduct()
const filled = await filling(database, product)
const { admin } = filled
await addBoard(filled)
const projects = await addProjectBoard(filled)

// half of them done, one of twenty of the person who asks; half at flames and half at projects, without the triggers
const client = await database.pool.connect()
await client.query('begin')
await client.query('set local session_replication_role = replica')
await client.query(
  `insert into app_user (username, password_hash) select 'mate' || n, '' from generate_series(1, $1::int) n on conflict do nothing`,
  [people - 1],
)
await client.query(
  `with person as (select array(select id from app_user order by username = 'bench' desc, id limit $2) as ids),
        flames as (select array(select id from flame order by id) as ids),
        projects as (select array(select id from project order by id) as ids)
   insert into todo (flame_id, project_id, title, activities, assignee_id, created_by, start, due, state, finished, order_key)
   select case when n % 2 = 0 then f.ids[1 + n / 2 % 2000] end, case when n % 2 = 1 then p.ids[1 + n / 2 % 2000] end,
          'Kunde anrufen ' || n, 'Termin und Zufahrt klären, Offerte nachfassen', person.ids[1 + n / 4 % $2], person.ids[1],
          now() + n % 700 * interval '1 hour', case when n % 3 = 0 then now() + (n % 700 + 24) * interval '1 hour' end,
          case when n / 2 % 2 = 0 then 'DONE' when n % 5 = 0 then 'WAITING' else 'OPEN' end,
          case when n / 2 % 2 = 0 then now() end, n * 65536::bigint
     from generate_series(1, $1::int) n, person, flames f, projects p`,
  [todoCount, people],
)
await client.query('commit')
client.release()
await database.pool.query('select refresh_flame_cards(array(select id from flame order by id))')
await database.pool.query('select refresh_project_cards(array(select id from project order by id))')
await database.pool.query('vacuum analyze')

const todos = Array.from({ length: ofPackage }, (_, at) => ({
  title: `Schritt ${at}`,
  activities: 'Mit dem Kunden abklären, bevor verpackt wird',
  startFrom: 'DOSSIER_PICKUP',
  startOperator: 'SUBTRACT_DAYS',
  startDays: at,
}))
const { id: packageId } = (await filled.call('POST', todoPackageApi.add.path, { title: 'Ablauf', todos })).json()
const { rows: flames } = await database.pool.query<{ id: string }>('select id from flame order by md5(id::text)')
const flameAt = (round: number) => flames[round % flames.length]?.id ?? ''
const floor = await startFloor(database, postgres.connection)

await askBoth(
  {
    name: 'work: a board of 2,000 projects',
    floor: () => ['GET', `/projects/${projects.id}`],
    product: () => ['GET', pathOf(projectApi.board, { id: projects.id })],
    aims: reads,
  },
  floor,
  product,
)
await askBoth(
  {
    name: `work: a page of one's own to-dos, of ${todoCount}`,
    floor: () => ['GET', `/todos?owner=${admin}`],
    product: () => ['POST', todoApi.search.path, { own: true }],
    aims: reads,
  },
  floor,
  product,
)
await askBoth(
  {
    name: `work: a page of all open to-dos, of ${todoCount}`,
    floor: () => ['GET', '/todos'],
    product: () => ['POST', todoApi.search.path, {}],
    aims: reads,
  },
  floor,
  product,
)
await askBoth(
  {
    name: `work: the same by person, as the screen begins`,
    floor: () => ['GET', '/todos'],
    product: () => ['POST', todoApi.search.path, { sort: 'ASSIGNEE' }],
    aims: reads,
  },
  floor,
  product,
)
const start = new Date(Date.UTC(2033, 11, 14)).toISOString()
await askBoth(
  {
    name: `work: a package of ${ofPackage} at a flame`,
    floor: (round) => ['PUT', `/todos/${flameAt(round)}`, todos.map((todo) => ({ ...todo, start }))],
    product: (round) => ['PUT', pathOf(todoApi.applyPackage, { ref: flameAt(round), packageId })],
    aims: writes,
  },
  floor,
  product,
)

await removeBoards(database)
await floor.stop()
await product.stop()
await database.close()
await postgres.stop()
