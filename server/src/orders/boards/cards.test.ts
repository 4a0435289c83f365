import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Board, boardApi } from '#contract/orders/boards'
import { testApp } from '../../../test/app.ts'
import { type Ctx, inTransaction, systemActor } from '../../http/context.ts'
import { cardsOf, type LockedCard } from './boards.ts'

const { as, database, appContext } = await testApp()
const { kysely } = database
const admin = as('ADMIN')

// Cards of a table that belongs to no slice, on boards of projects.
await sql`
  create table test_card (
    id uuid primary key default uuid_v7(), version int not null default 1, title text not null,
    step_id uuid not null references blackboard_step, place bigint not null,
    in_step_since timestamptz not null default now(), updated_at timestamptz not null default now(),
    archived_at timestamptz, deleted_at timestamptz)`.execute(kysely)
await sql`
  create trigger test_card_step before update of step_id on test_card for each row
    when (old.step_id is distinct from new.step_id) execute function note_step()`.execute(kysely)

const waiting = async () => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely)
  return rows
}
const lockQuery = (_: Ctx, id: string) => sql<LockedCard>`
  with f as materialized (select * from test_card where id = ${id} for update)
  select f.id, f.version, f.step_id as "stepId", s.blackboard_id as "boardId", f.place,
         f.archived_at is not null as archived, f.deleted_at is not null as deleted
    from f join blackboard_step s on s.id = f.step_id`
const cards = cardsOf({ table: 'test_card', kind: 'PROJECT', lockQuery })
const run = <T>(task: (ctx: Ctx) => Promise<T>) => inTransaction(appContext, systemActor(), task)

let boards = 0
let board: Board
let [first, second] = ['', '']
beforeEach(async () => {
  boards += 1
  const steps = ['Geplant', 'Im Bau'].map((title) => ({ title }))
  board = (await admin.call(boardApi.add, { body: { kind: 'PROJECT', title: `Projekte ${boards}`, steps } })).answer
  ;[first = '', second = ''] = board.steps.map(({ id }) => id)
})

/** Adds a card on top of the first step. */
const add = (title: string) =>
  run(async (ctx) => {
    const { stepId, top } = await cards.findSpot(ctx, { taskboardRef: board.id })
    const { rows } = await sql<{ id: string }>`
      insert into test_card (title, step_id, place) values (${title}, ${stepId}, ${top}) returning id`.execute(ctx.db)
    return rows[0]?.id ?? ''
  })
const move = (id: string, wanted: { step?: string; beforeRef?: string; afterRef?: string }) =>
  run(async (ctx) => {
    const { card, spot } = await cards.lockForMove(ctx, id, { taskboardRef: board.id, ...wanted })
    await cards.move(ctx, card, await spot())
  })
async function titles(step = first) {
  const { rows } = await sql<{ title: string }>`
    select title from test_card where step_id = ${step} and archived_at is null and deleted_at is null
     order by place, id`.execute(kysely)
  return rows.map(({ title }) => title).join(' ')
}
const stateOf = async (id: string) =>
  (await sql<{ version: number; in_step_since: Date }>`select * from test_card where id = ${id}`.execute(kysely))
    .rows[0]

test('a new card goes on top of the first step, only on a board of its kind', async () => {
  for (const title of ['a', 'b', 'c']) await add(title)
  expect(await titles()).toBe('c b a')
  const body = { kind: 'FLAME' as const, title: `Flammen ${boards}`, steps: [{ title: 'Neu' }] }
  const other = (await admin.call(boardApi.add, { body })).answer
  await expect(run((ctx) => cards.findSpot(ctx, { taskboardRef: other.id }))).rejects.toThrow('VALIDATION')
  await expect(run((ctx) => cards.findSpot(ctx, { taskboardRef: board.id, step: other.id }))).rejects.toThrow(
    'VALIDATION',
  )
})

test('a card is moved before or after another, to another step, and to the top', async () => {
  const [a, b, c] = [await add('a'), await add('b'), await add('c')]
  await move(c, { step: first, afterRef: a })
  expect(await titles()).toBe('b a c')
  await move(a, { step: first, beforeRef: b })
  expect(await titles()).toBe('a b c')
  await move(b, { step: second })
  await move(c, { step: second })
  expect([await titles(), await titles(second)]).toEqual(['a', 'c b'])
  await run((ctx) => cards.prioritize(ctx, b))
  expect(await titles(second)).toBe('b c')
})

test('any number of moves fits between two cards', async () => {
  const [a, b, c] = [await add('a'), await add('b'), await add('c')]
  for (let round = 0; round < 40; round++) {
    await move(round % 2 ? a : b, { step: first, beforeRef: round % 2 ? b : a })
    expect(await titles()).toBe(round % 2 ? 'c a b' : 'c b a')
  }
  expect((await stateOf(c))?.version).toBe(1)
})

test('a move raises the version; only another step resets the age in the step', async () => {
  const [a, b] = [await add('a'), await add('b')]
  await sql`update test_card set in_step_since = '2026-01-01'`.execute(kysely)
  const before = await stateOf(a)
  await move(a, { step: first, beforeRef: b })
  expect(await stateOf(a)).toMatchObject({ version: 2, in_step_since: before?.in_step_since })
  await move(a, { step: second })
  expect((await stateOf(a))?.in_step_since).not.toEqual(before?.in_step_since)
})

test('an archived, deleted or missing card cannot be moved', async () => {
  const id = await add('a')
  await sql`update test_card set archived_at = now() where id = ${id}`.execute(kysely)
  await expect(move(id, { step: second })).rejects.toThrow('ARCHIVED')
  await sql`update test_card set deleted_at = now() where id = ${id}`.execute(kysely)
  await expect(run((ctx) => cards.lockOpen(ctx, id))).rejects.toThrow('IN_BIN')
  await sql`delete from test_card where id = ${id}`.execute(kysely)
  await expect(run((ctx) => cards.prioritize(ctx, id))).rejects.toThrow('NOT_FOUND')
})

test('two moves of one card at once are made one after the other', async () => {
  const id = await add('a')
  const order: string[] = []
  const entered = Promise.withResolvers<void>()
  const one = run(async (ctx) => {
    await cards.lock(ctx, id)
    entered.resolve()
    await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
    order.push('one')
  })
  await entered.promise
  const two = run(async (ctx) => {
    await cards.lock(ctx, id)
    order.push('two')
  })
  await Promise.all([one, two])
  expect(order).toEqual(['one', 'two'])
})

test('a removed step passes on its cards in any table of cards', async () => {
  const id = await add('a')
  const keep = board.steps.filter(({ id }) => id !== first)
  const change = { ...board, steps: keep, cardsMoveTo: [{ stepRef: first, toStepRef: second }] }
  expect((await admin.call(boardApi.update, { params: { id: board.id }, body: change })).status).toBe(200)
  expect(await stateOf(id)).toMatchObject({ step_id: second, version: 2 })
})
