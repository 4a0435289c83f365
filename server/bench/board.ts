import { type Board, boardApi } from '#contract/orders/boards'
import type { Database } from '../src/db/db.ts'

const flamesPerStep = 400

interface Filled {
  readonly database: Database
  readonly admin: string
  call(method: 'POST', url: string, payload: object): Promise<{ json(): Board }>
}

/** A board of five steps with 2,000 flames, each of a contact of its own. */
export async function addBoard({ database, admin, call }: Filled): Promise<Board> {
  const steps = ['Neu', 'Offerte', 'Bestellt', 'Verpackt', 'Bereit'].map((title) => ({ title }))
  const board = (await call('POST', boardApi.add.path, { title: 'Verkauf', steps })).json()
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
    [board.id, flamesPerStep, admin],
  )
  await database.pool.query('analyze')
  return board
}
