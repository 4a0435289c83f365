import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { todoApi, todoSorts } from '#contract/work/todos'
import { testApp } from '../../../test/app.ts'
import { flameFactory } from '../../../test/flames.ts'
import { rowsRead } from '../../../test/rows-read.ts'
import { vacuum } from '../../../test/vacuum.ts'

// The planner has no statistics of an empty table: there are many to-dos of flames, and no project.

const many = 20_000
const { as, database } = await testApp()
const { buildFlame } = flameFactory(as)

beforeAll(async () => {
  const flame = await buildFlame()
  await database.kysely.transaction().execute(async (db) => {
    // Disables the triggers.
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      with made as (
        insert into flame (id, step_id, place) select uuid_v7(), ${flame.step}, n from generate_series(1, 500) n
        returning id, place),
      d as (
        insert into dossier (flame_id, contact_id, certificate_name, language)
        select id, ${flame.dossier.contactRef}::uuid, 'Familie Beispiel', 'DE' from made)
      insert into todo (flame_id, title, assignee_id, start, state, order_key, updated_at)
      select made.id, 'Anrufen', u.id, now() + n * interval '1 minute', 'OPEN', n, now() - n * interval '1 minute'
        from made, generate_series(1, ${sql.lit(many / 500)}) n, app_user u where u.username = 'USER'`.execute(db)
  })
  await vacuum(database.kysely)
})

test.each(
  todoSorts.flatMap((sort) => [
    { sort, own: false, descending: false },
    { sort, own: false, descending: true },
    ...(sort === 'ASSIGNEE' || sort === 'TITLE'
      ? []
      : [true, false].map((descending) => ({ sort, own: true, descending }))),
  ]),
)('sorted by $sort, own $own, descending $descending: few more rows are read than shown', async (order) => {
  const ask = () => as('USER').call(todoApi.search, { body: { ...order, pageSize: 50 } })
  expect((await ask()).answer.todos).toHaveLength(50)
  expect(await rowsRead(database.pool, ask)).toBeLessThan(many / 10)
})
