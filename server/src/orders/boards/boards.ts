import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint'
import { type Board, type BoardKind, type boardApi, boardKinds, readersOf } from '#contract/orders/boards'
import { allows } from '#contract/permissions'
import { assign, assignedJson, seenBy } from '../../db/assigned.ts'
import { replaceUses, usesOf } from '../../db/references.ts'
import type { DB } from '../../db/schema.ts'
import { JsonText } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

// Shared base of the slices that have cards.
export { binOf } from './bin.ts'
export { cardsOfBoards } from './board-cards.ts'
export { cardsOf, type LockedCard } from './cards.ts'
export { areMany, firstOfFew, some } from './first-of-few.ts'
export { type FoundRow, foundPage, type Places, type Way } from './found-page.ts'
export { type Fields, type Merged, merging } from './merge-fields.ts'
export type { Spot } from './places.ts'
export { proxiesOf, type StandIn, withoutStandIn } from './proxies.ts'
export { hasCome, remind } from './remind.ts'
export { savedStates } from './saved-states.ts'

type Change = BodyOf<typeof boardApi.update>
type Steps = Change['steps']

/**
 * Returns the boards that the caller may see, of one kind or of all that the caller may read; with `contactRef` only
 * those with flames of the contact. Only users who manage boards are told who else may see them.
 */
export async function listBoards(
  ctx: Ctx,
  { kind, contactRef }: { kind?: BoardKind; contactRef?: string } = {},
): Promise<JsonText<Board[]>> {
  const readable = boardKinds.filter((one) => allows(readersOf[one], ctx.actor.permissions))
  const which = [
    seenBy('blackboard', sql`b.id`, ctx.actor),
    sql`b.kind in (${sql.join(readable)})`,
    ...(kind ? [sql`b.kind = ${kind}`] : []),
    ...(contactRef ? [holdsCardsOf(contactRef)] : []),
  ]
  const shown = ctx.actor.permissions.has('TASKBOARD_MODIFY') ? boardJson : boardJsonWithout
  const { rows } = await boardsQuery(sql.join(which, sql` and `), shown).execute(ctx.db)
  return new JsonText(rows[0]?.json ?? '[]')
}

const holdsCardsOf = (contactRef: string) => sql`b.id in (
  select s.blackboard_id from dossier d join flame f on f.id = d.flame_id join blackboard_step s on s.id = f.step_id
   where d.contact_id = ${contactRef} and f.archived_at is null and f.deleted_at is null)`

const boardsQuery = (which: RawBuilder<unknown>, boardJson: RawBuilder<unknown>) => sql<{ json: string }>`
  select coalesce(json_agg(row), '[]')::text as json
    from (select ${boardJson} as row from blackboard b where ${which} order by fold(b.title), b.id) as ordered`

/** Returns the ids of a board's steps. As values they let the planner estimate how many cards the steps hold. */
export async function stepsOf({ db }: Ctx, board: string): Promise<string[]> {
  const steps = await db.selectFrom('blackboard_step').select('id').where('blackboard_id', '=', board).execute()
  return steps.map(({ id }) => id)
}

/** Throws unless the caller may see the board and it is of the kind, if given. Errors: VALIDATION of `path`. */
export async function assertBoard(ctx: Ctx, id: string, path: string, kind?: BoardKind): Promise<void> {
  const { rows } = await sql`
    select from blackboard b
     where b.id = ${id} and ${seenBy('blackboard', sql`b.id`, ctx.actor)}
       and b.kind = coalesce(${kind ?? null}::text, b.kind)`.execute(ctx.db)
  if (rows.length === 0) fail('VALIDATION', { fields: [{ path, invalid: 'unknownRef' }] })
}

/** Errors: TITLE_EXIST, VALIDATION for a user or role that does not exist. */
export async function addBoard(ctx: Ctx, board: BodyOf<typeof boardApi.add>): Promise<Board> {
  const { id } = await ctx.db
    .insertInto('blackboard')
    .values({ kind: board.kind, title: board.title, ...shownOn(board) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeSteps(ctx.db, id, board.steps)
  await assign(ctx.db, 'blackboard', id, board)
  return getBoard(ctx.db, id)
}

/**
 * Changes a board; steps are renamed, reordered, coloured, added and removed at once. Errors: NOT_FOUND, STALE_VERSION,
 * TITLE_EXIST, VALIDATION for a step of another board, IN_USE for a removed step whose cards are not moved, or for
 * another kind while the board has cards.
 */
export async function updateBoard(ctx: Ctx, id: string, change: Change): Promise<Board> {
  await assertSeen(ctx, id)
  const before = await getBoard(ctx.db, id)
  const written = await ctx.db
    .updateTable('blackboard')
    .set({ kind: change.kind, title: change.title, ...shownOn(change), version: change.version + 1 })
    .where('id', '=', id)
    .where('version', '=', change.version)
    .executeTakeFirst()
  if (written.numUpdatedRows === 0n) fail('STALE_VERSION', { current: await getBoard(ctx.db, id) })
  const own = new Set(before.steps.map((step) => step.id))
  refuseForeignSteps(change.steps, own)
  const kept = new Set(change.steps.map((step) => step.id))
  const isOther = change.kind !== before.kind
  await closeSteps(
    ctx.db,
    [...own].filter((step) => isOther || !kept.has(step)),
  )
  if (isOther) await refuseUsed(ctx.db, [...own])
  for (const step of own) if (!kept.has(step)) await removeStep(ctx.db, step, change.cardsMoveTo, kept)
  await writeSteps(ctx.db, id, change.steps)
  await assign(ctx.db, 'blackboard', id, change)
  return getBoard(ctx.db, id)
}

const shownOn = ({ cardShows }: Pick<Change, 'cardShows'>) => (cardShows ? { card_shows: cardShows } : {})

/** Errors: NOT_FOUND, IN_USE while it has cards. */
export async function removeBoard(ctx: Ctx, id: string): Promise<undefined> {
  await assertSeen(ctx, id)
  const { steps } = await getBoard(ctx.db, id)
  const usedBy = await usesOf(ctx.db, 'blackboard', [id])
  if (usedBy.length > 0) fail('IN_USE', { usedBy })
  const ids = steps.map((step) => step.id)
  await refuseUsed(ctx.db, ids)
  const gone = await ctx.db.deleteFrom('blackboard').where('id', '=', id).returning('id').executeTakeFirst()
  if (!gone) fail('NOT_FOUND')
}

/** Locks steps against new cards: waits for transactions that are adding one, and later ones wait. */
async function closeSteps(db: Kysely<DB>, steps: readonly string[]): Promise<void> {
  await sql`select from blackboard_step where id = any (${[...steps]}::uuid[]) order by id for update`.execute(db)
}

function refuseForeignSteps(steps: Steps, own: ReadonlySet<string>): void {
  const fields = steps.flatMap((step, index) =>
    step.id && !own.has(step.id) ? [{ path: `steps.${index}.title`, invalid: 'unknownRef' as const }] : [],
  )
  if (fields.length > 0) fail('VALIDATION', { fields })
}

/** Removes a step after moving its cards, which are found by their foreign keys, whatever their table. */
async function removeStep(
  db: Kysely<DB>,
  step: string,
  moves: Change['cardsMoveTo'],
  kept: ReadonlySet<string | undefined>,
): Promise<void> {
  const move = moves.find(({ stepRef }) => stepRef === step)
  if (move && !kept.has(move.toStepRef))
    fail('VALIDATION', { fields: [{ path: 'cardsMoveTo', invalid: 'unknownRef' }] })
  if (move) await replaceUses(db, 'blackboard_step', step, move.toStepRef)
  await refuseUsed(db, [step], step)
  await db.deleteFrom('blackboard_step').where('id', '=', step).execute()
}

async function refuseUsed(db: Kysely<DB>, steps: readonly string[], usedPart?: string): Promise<void> {
  const usedBy = await usesOf(db, 'blackboard_step', steps)
  if (usedBy.length > 0) fail('IN_USE', { usedBy, usedPart })
}

async function writeSteps(db: Kysely<DB>, boardId: string, steps: Steps): Promise<void> {
  for (const [position, { id, ...step }] of steps.entries()) {
    if (id) {
      await db
        .updateTable('blackboard_step')
        .set({ position, ...step })
        .where('id', '=', id)
        .execute()
    } else {
      await db
        .insertInto('blackboard_step')
        .values({ blackboard_id: boardId, position, ...step })
        .execute()
    }
  }
}

/** Throws unless the caller may see the board. Errors: NOT_FOUND. */
async function assertSeen({ db, actor }: Ctx, id: string): Promise<void> {
  const { rows } = await sql`
    select from blackboard b where b.id = ${id} and ${seenBy('blackboard', sql`b.id`, actor)}`.execute(db)
  if (rows.length === 0) fail('NOT_FOUND')
}

async function getBoard(db: Kysely<DB>, id: string): Promise<Board> {
  const { rows } = await sql<{ row: Board }>`
    select ${boardJson} as row from blackboard b where b.id = ${id}`.execute(db)
  return rows[0]?.row ?? fail('NOT_FOUND')
}

const jsonWith = (assigned: RawBuilder<unknown>) => sql`json_build_object(
  'id', b.id, 'version', b.version, 'kind', b.kind, 'title', b.title, 'cardShows', b.card_shows,
  'steps', coalesce((
    select json_agg(json_build_object('id', s.id, 'title', s.title, 'colour', s.colour, 'requires', s.requires)
                    order by s.position)
      from blackboard_step s where s.blackboard_id = b.id), '[]'),
  ${assigned})`
const boardJson = jsonWith(assignedJson('blackboard', sql`b.id`))
const boardJsonWithout = jsonWith(sql`'assignedUsers', '{}'::text[], 'assignedRoles', '{}'::text[]`)
