import { type RawBuilder, sql } from 'kysely'
import { preparedStatement, rowsOfBoth, sentAhead } from '../../db/db.ts'
import { edited } from '../../db/rows.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { type Found, findSpot, type Kind, type Spot, spotOf, spotQuery, type Wanted } from './places.ts'

/** Columns of a locked card that all kinds have in common. */
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
 * A table whose rows are cards. `step_id` and `place` are the position, `in_step_since` is set by the trigger function
 * `note_step`, `archived_at` and `deleted_at` take the card off the board, and `version` and `updated_at` detect
 * concurrent changes. A partial index on (step_id, place) of the cards on a board keeps moves fast.
 */
interface CardTable<Card extends LockedCard> extends Kind {
  /** Query that locks and returns a card; no row if it does not exist or the caller may not see it. */
  readonly lockQuery: (ctx: Ctx, id: string) => RawBuilder<Card>
}

/** Returns the operations of a table of cards on boards. */
export function cardsOf<Card extends LockedCard>(cards: CardTable<Card>) {
  const { table, lockQuery } = cards

  const locking = (ctx: Ctx, id: string) => sql<Card>`${preparedStatement} ${lockQuery(ctx, id)}`

  /**
   * Runs a query that locks a card, and repeats it once if it finds no row: a statement that waited for a lock does not see
   * a contact or a step that was added by the transaction it waited for. Errors: NOT_FOUND.
   */
  async function asking<Row>(ctx: Ctx, query: RawBuilder<Row>): Promise<Row> {
    for (let left = 2; left > 0; left -= 1) {
      const { rows } = await query.execute(ctx.db)
      if (rows[0]) return rows[0]
    }
    return fail('NOT_FOUND')
  }

  /** Locks and returns a card. Errors: NOT_FOUND. */
  const lock = (ctx: Ctx, id: string): Promise<Card> => asking(ctx, locking(ctx, id))

  /** Returns the statement that updates a locked card and raises its version. */
  const writing = (ctx: Ctx, { id }: LockedCard, columns: object): RawBuilder<unknown> =>
    sql`${ctx.db
      // Every table of cards has these columns; which table it is depends on the caller.
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
    /** Like `lock` for an open card. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
    lockOpen: async (ctx: Ctx, id: string): Promise<Card> => onlyOpen(await lock(ctx, id)),

    /** Locks an open card and reads its saved row with `query`. Errors: those of `lockOpen`. */
    async lockOpenWith<Row>(ctx: Ctx, id: string, query: RawBuilder<Row>): Promise<[Card, Row]> {
      const [card, row] = await rowsOfBoth(ctx.db, locking(ctx, id), query)
      if (card && row) return [onlyOpen(card as Card), row as Row]
      const open = onlyOpen(await lock(ctx, id))
      const { rows } = await query.execute(ctx.db)
      return [open, rows[0] ?? fail('NOT_FOUND')]
    },

    /** Returns where a card goes that is added to a board or moved on it. Errors: VALIDATION. */
    findSpot: (ctx: Ctx, wanted: Wanted): Promise<Spot> => findSpot(ctx, cards, wanted, null),

    /** Locks an open card and finds where it goes, in one query. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
    async lockForMove(ctx: Ctx, id: string, wanted: Wanted): Promise<{ card: Card; spot(): Promise<Spot> }> {
      const both = sql<{ card: Card; found: Found | null }>`${preparedStatement}
        select row_to_json(card) as card, row_to_json(spot) as found
          from (${lockQuery(ctx, id)}) as card
          left join lateral (${spotQuery(ctx, cards, wanted, id)}) as spot on true`
      const { card, found } = await asking(ctx, both)
      return { card: onlyOpen(card), spot: () => spotOf(ctx, cards, found ?? undefined, wanted, id) }
    },

    /** Moves a card to its new position and sets further columns. */
    move: (ctx: Ctx, card: Card, spot: Spot, columns: object = {}): Promise<void> =>
      write(ctx, card, { ...placeIn(card, spot), ...columns }),

    /** Moves a card to the top of its step. Errors: NOT_FOUND, IN_BIN, ARCHIVED. */
    async prioritize(ctx: Ctx, id: string): Promise<void> {
      const card = onlyOpen(await lock(ctx, id))
      const { top } = await findSpot(ctx, cards, { taskboardRef: card.boardId, step: card.stepId }, null)
      await write(ctx, card, { place: top })
    },
  }
}

/** Returns the position next to the named card, else the top of another step or the present place. */
function placeIn(card: LockedCard, spot: Spot) {
  const enters = spot.stepId !== card.stepId
  return { step_id: spot.stepId, place: spot.beside ?? (enters ? spot.top : card.place) }
}

/** Throws unless the card is open. Errors: IN_BIN, ARCHIVED. */
function onlyOpen<Card extends LockedCard>(card: Card): Card {
  if (card.deleted) fail('IN_BIN')
  if (card.archived) fail('ARCHIVED')
  return card
}
