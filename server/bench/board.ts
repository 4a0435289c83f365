import { type Board, type BoardKind, boardApi } from '#contract/orders/boards'
import type { Database } from '../src/db/db.ts'
import { gap } from '../src/db/places.ts'
import { benchUser } from './data.ts'
import type { Product } from './product.ts'

const cardsPerStep = 400

interface Filled {
  readonly database: Database
  readonly admin: string
  call(method: 'POST', url: string, payload: object): Promise<{ json(): Board }>
}

/** Fills boards of a product in a process of its own, through its calls. */
export async function filling(database: Database, product: Product): Promise<Filled> {
  const { rows } = await database.pool.query<{ id: string }>('select id from app_user where username = $1', [
    benchUser.username,
  ])
  return {
    database,
    admin: rows[0]?.id ?? '',
    async call(...request) {
      const bytes = await product.call(...request)
      return { json: () => JSON.parse(bytes.toString()) }
    },
  }
}

/** Leaves no board and no card that an earlier bench made. */
export const removeBoards = (database: Database) =>
  database.pool.query(
    'truncate todo, notification; delete from project; delete from flame; delete from blackboard; delete from todo_package',
  )

async function addEmptyBoard({ call }: Filled, kind: BoardKind): Promise<Board> {
  const steps = ['Neu', 'Offerte', 'Bestellt', 'Verpackt', 'Bereit'].map((title) => ({ title }))
  return (await call('POST', boardApi.add.path, { title: 'Verkauf', kind, steps })).json()
}

/** A board of five steps with 2,000 flames, each of a contact of its own. */
export async function addBoard(filled: Filled): Promise<Board> {
  const { database, admin } = filled
  const board = await addEmptyBoard(filled, 'FLAME')
  await database.pool.query(
    `with n as (select n, n / $2 as step from generate_series(0, 5 * $2 - 1) n),
          c as (insert into contact (legal_type, given_name, surname) select 'NATURAL', 'Anna', 'Beispiel ' || n from n
                returning id),
          f as (insert into flame (step_id, place, assignee_id)
                select s.id, n.n * $4::bigint, $3 from n join blackboard_step s on s.blackboard_id = $1 and s.position = n.step
                returning id)
     insert into dossier (flame_id, contact_id, certificate_name, language, pickup_date)
     select f.id, c.id, 'Familie Beispiel', 'DE', '2031-03-04T08:00:00Z'::timestamptz + c.row * interval '1 hour'
       from (select id, row_number() over () as row from f) f join (select id, row_number() over () as row from c) c using (row)`,
    [board.id, cardsPerStep, admin, gap],
  )
  await database.pool.query('analyze')
  return board
}

/** A board of five steps with 2,000 projects, each with two contacts that it concerns. */
export async function addProjectBoard(filled: Filled): Promise<Board> {
  const { database, admin } = filled
  const board = await addEmptyBoard(filled, 'PROJECT')
  await database.pool.query(
    `with n as (select n, n / $2 as step from generate_series(0, 5 * $2 - 1) n),
          c as (select id, row_number() over (order by id) - 1 as row from contact order by id limit 10 * $2),
          p as (insert into project (id, step_id, place, title, assignee_id, start, finished)
                select uuid_v7(), s.id, n.n * $4::bigint, 'Vorhaben ' || n.n, $3,
                       '2031-03-04T08:00:00Z'::timestamptz + n.n * interval '1 hour', '2031-06-04T08:00:00Z'::timestamptz + n.n * interval '1 hour'
                  from n join blackboard_step s on s.blackboard_id = $1 and s.position = n.step
                returning id)
     insert into project_contact (project_id, contact_id)
     select p.id, c.id from (select id, row_number() over () - 1 as row from p) p join c on c.row / 2 = p.row`,
    [board.id, cardsPerStep, admin, gap],
  )
  await database.pool.query('analyze')
  return board
}
