import { pathOf } from '#contract/endpoint'
import { flameApi } from '#contract/orders/flames'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { addBoard, filling, removeBoards } from './board.ts'
import { benchData } from './data.ts'
import { bench } from './harness.ts'
import { startProduct } from './product.ts'

const { postgres, database } = await benchData()
await removeBoards(database)
const nobodyAway = () => database.pool.query(`delete from absence; delete from app_user where username = 'stand-in'`)
await nobodyAway()
const product = await startProduct()
const filled = await filling(database, product)
const board = await addBoard(filled)

const columns = `f.id, f.version, f.step_id, f.assignee_id, f.proxy_owner_id, f.proxy_owner_from, f.proxy_owner_until,
  f.reminder_at, f.created_at, f.updated_at, f.in_step_since, f.archived_at, f.deleted_at, f.place, c.id as contact,
  c.full_name, c.customer_type, c.uid_state, d.certificate_name, d.sap_ordernumber, d.pickup_date, d.self_pickup_at,
  d.delivery_date, d.delivered, d.tax_free_delivery, d.oss, d.avis_phone_number_id, d.avis_email_id,
  d.articles_changed_at, d.packages_changed_at`
const bare = () =>
  database.pool.query(
    `select ${columns} from blackboard_step s join flame f on f.step_id = s.id join dossier d on d.flame_id = f.id
       join contact c on c.id = d.contact_id
      where s.blackboard_id = $1 and f.archived_at is null and f.deleted_at is null
        and (f.reminder_at is null or f.reminder_at <= now())
      order by s.position, f.place`,
    [board.id],
  )
const ask = () => product.call('GET', pathOf(flameApi.board, { id: board.id }))
await bench('a board of 2,000 flames', { bare, product: ask, rounds: 40, limit: { times: 2, at: 'p50' } })

const { rows: flames } = await database.pool.query('select id, version from flame order by id')
const target = (round: number) => board.steps[(round + 3) % 5]?.id
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
    const moved = await product.call('PUT', pathOf(flameApi.move, { id: flame.id }), body)
    flame.version = JSON.parse(moved.toString()).version
  },
  rounds: 300,
  limit: { times: 3, at: 'p50' },
})

await addUserWithRole(database.kysely, 'stand-in', '', 'USER')
await database.pool.query(
  `insert into absence (person_id, from_at, until_at, stand_in_id)
   select $1, now() - interval '1 day', now() + interval '1 day', id from app_user where username = 'stand-in'`,
  [filled.admin],
)
await bench('a board of 2,000 flames whose assignee is away', {
  bare,
  product: ask,
  rounds: 40,
  limit: { times: 3, at: 'p50' },
})

await nobodyAway()
await product.stop()
await database.close()
await postgres.stop()
