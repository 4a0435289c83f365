import { type RawBuilder, sql } from 'kysely'
import { preparedStatement, rowsOfBoth, sentAhead } from '../../db/db.ts'
import { edited } from '../../db/rows.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { type Found, findSpot, type Kind, type Spot, spotOf, spotQuery, type Wanted } from './places.ts'

/** What every card has that somebody works on. */
export interface LockedCard {
  readonly id: string
  readonly version: number
  readonly stepId: string
  readonly boardId: string
  readonly place: number
  readonly archived: boolean
  readonly deleted: boolean
}

/**
 * A table whose rows are cards: `step_id` and `place` say where one stands, `in_step_since` since when (the trigger
 * function `note_step`), `archived_at` and `deleted_at` that it stands there no more, `version` and `updated_at` who of two
 * people was first. A partial index on (step_id, place) of what stands on a board keeps its moves fast.
 */
interface CardTable<Card extends LockedCard> extends Kind {
  /** Locks a card and answers it; no row for one that is not there, or not the caller's. */
  readonly lockQuery: (ctx: Ctx, id: string) => RawBuilder<Card>
}

/** What a table of cards does on its boards. */
export function cardsOf<Card extends LockedCard>(cards: CardTable<Card>) {
  const { table, lockQuery } = cards

  const locking = (ctx: Ctx, id: string) => sql<Card>`${preparedStatement} ${lockQuery(ctx, id)}`

  /** Keeps a card from being changed by others until the transaction ends. Errors: NOT_FOUND. */
  async function lock(ctx: Ctx, id: string): Promise<Card> {
    const { rows } = await locking(ctx, id).execute(ctx.db)
    return rows[0] ?? fail('NOT_FOUND')
  }

  /** The statement that writes over a locked card, whose version rises. */
  const writing = (ctx: Ctx, { id }: LockedCard, columns: object): RawBuilder<unknown> =>
    sql`${ctx.db
      // Each has the columns of a card; of which table they are is known when it runs.
      .updateTable(table as 'flame')
      .set({ ...columns, ...edited })
      .where('id', '=', id)
      .returning('id')
      .modifyEnd(preparedStatement)}`

  async function write(ctx: Ctx, card: LockedCard, columns: object): Promise<void> {
    await sql`${sentAhead} ${writing(ctx, card, columns)}`.execute(ctx.db)
  }

  return {
    lock,
    write,
    writing,
    /** The same for one that people work on. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
    lockOpen: async (ctx: Ctx, id: string): Promise<Card> => onlyOpen(await lock(ctx, id)),

    /** Locks such a card and asks for what is saved of it. Errors: as lockOpen. */
    async lockOpenWith<Row>(ctx: Ctx, id: string, query: RawBuilder<Row>): Promise<[Card, Row]> {
      const [card, row] = await rowsOfBoth(ctx.db, locking(ctx, id), query)
      if (!card || !row) fail('NOT_FOUND')
      return [onlyOpen(card as Card), row as Row]
    },

    /** Where a card goes that is new to a board of the caller's, or moves on it. Errors: VALIDATION. */
    findSpot: (ctx: Ctx, wanted: Wanted): Promise<Spot> => findSpot(ctx, cards, wanted, null),

    /** Locks a card that people work on and finds where it goes, at once. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
    async lockForMove(ctx: Ctx, id: string, wanted: Wanted): Promise<{ card: Card; spot(): Promise<Spot> }> {
      const { rows } = await sql<{ card: Card; found: Found | null }>`${preparedStatement}
        select row_to_json(card) as card, row_to_json(spot) as found
          from (${lockQuery(ctx, id)}) as card
          left join lateral (${spotQuery(ctx, cards, wanted, id)}) as spot on true`.execute(ctx.db)
      const { card, found } = rows[0] ?? fail('NOT_FOUND')
      return { card: onlyOpen(card), spot: () => spotOf(ctx, cards, found ?? undefined, wanted, id) }
    },

    /** Puts a card where it was found to go, with what else changes about it. */
    move: (ctx: Ctx, card: Card, spot: Spot, columns: object = {}): Promise<void> =>
      write(ctx, card, { ...placeIn(card, spot), ...columns }),

    /** Puts a card on top of its step. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
    async prioritize(ctx: Ctx, id: string): Promise<void> {
      const card = onlyOpen(await lock(ctx, id))
      const { top } = await findSpot(ctx, cards, { taskboardRef: card.boardId, step: card.stepId }, null)
      await write(ctx, card, { place: top })
    },
  }
}

/** Beside the card that was named; else on top of another step, and in its own where it was. */
function placeIn(card: LockedCard, spot: Spot) {
  const enters = spot.stepId !== card.stepId
  return { step_id: spot.stepId, place: spot.beside ?? (enters ? spot.top : card.place) }
}

/** Errors: IN_BIN, ARCHIVED. */
function onlyOpen<Card extends LockedCard>(card: Card): Card {
  if (card.deleted) fail('IN_BIN')
  if (card.archived) fail('ARCHIVED')
  return card
}
