import { type RawBuilder, sql } from 'kysely'
import type { BoardKind } from '#contract/orders/boards'
import { seenBy } from '../../db/assigned.ts'
import { preparedStatement } from '../../db/db.ts'
import { JsonText, listed } from '../../http/answers.ts'
import type { Ctx, Services } from '../../http/context.ts'
import type { proxiesOf } from './proxies.ts'

interface CardsOfBoards {
  readonly kind: BoardKind
  /** From clause of the table of cards with its alias, such as `flame f`, and the alias alone. */
  readonly cards: RawBuilder<unknown>
  readonly row: string
  /** Table of the stored cards, and its column that references the card. */
  readonly ready: RawBuilder<unknown>
  readonly key: RawBuilder<unknown>
  /** Returns the JSON before and after the cards, given the result of `beside`. */
  readonly around: (beside: string | null) => readonly [before: string, after: string]
  readonly proxies: Pick<ReturnType<typeof proxiesOf>, 'withStandIn' | 'standInColumns' | 'shownCard'>
}

interface Wanted {
  /** Condition for the cards of the board. */
  readonly which: RawBuilder<unknown>
  /** Condition for those of them that are returned; all if omitted. */
  readonly shown?: RawBuilder<unknown> | undefined
  /** Sort order, by `position` of the step, and place and id of the card. */
  readonly order: RawBuilder<unknown>
  /** Aggregate over all cards of `which` that is read along with them, as one text. */
  readonly beside?: RawBuilder<unknown>
}

/**
 * Returns a function that reads a board with its cards; it returns undefined unless it is a board of that kind that the
 * caller may see.
 *
 * Every viewer reads a board again whenever a card changes, and a board is some hundred kB. The database therefore
 * computes a tag of the cards and their versions, and an answer with the same tag is returned from a cache.
 */
export function cardsOfBoards<Answer>({ kind, cards, row, ready, key, around, proxies }: CardsOfBoards) {
  const { withStandIn, standInColumns, shownCard } = proxies

  return async (
    ctx: Ctx,
    boardId: string,
    { which, shown = sql`true`, order, beside = sql`null::text` }: Wanted,
  ): Promise<JsonText<Answer> | undefined> => {
    const { rows: boards } = await sql<{ steps: string[]; someAway: boolean }>`${preparedStatement}
      select array(select s.id from blackboard_step s where s.blackboard_id = b.id order by s.position) as steps,
             exists (select from stand_ins(${sql.lit(kind)}, now())) as "someAway"
        from blackboard b
       where b.id = ${boardId} and b.kind = ${sql.lit(kind)} and ${seenBy('blackboard', sql`b.id`, ctx.actor)}`.execute(
      ctx.db,
    )
    const [board] = boards
    if (!board) return undefined
    const { steps, someAway } = board

    // With the ids of the steps as values, the planner estimates the cards of this board instead of an average one.
    const step = sql.ref(`${row}.step_id`)
    const id = sql.ref(`${row}.id`)
    // Joined only if somebody is away, because even an empty join costs a tenth of the query.
    const whoseAssigneeIsAway = someAway ? withStandIn : sql``
    const standIn = sql`|| convert_to(coalesce(a.shown::text, ''), 'UTF8')`
    const from = sql`
      ${cards} cross join lateral (select array_position(${steps}::uuid[], ${step}) as position) as its
      ${whoseAssigneeIsAway}`
    const where = sql`${step} = any (${steps}::uuid[]) and ${which}`

    // `xmin` is the transaction that last wrote the stored card, so it changes with every write.
    const tagOf = sql`
      select md5(string_agg(uuid_send(${id}) || xidsend(k.xmin) ${someAway ? standIn : sql``}, '' order by ${order})
                   filter (where ${shown})) as tag, ${beside} as beside
        from ${from} join ${ready} k on k.${key} = ${id} where ${where}`
    const { rows: tags } = await sql<Tag>`${tagOf}`.execute(ctx.db)
    const { tag = null, beside: asked = null } = tags[0] ?? {}
    if (!tag) return new JsonText(...around(asked))
    const kept = keptBy(ctx.services).get(nameOf({ tag, beside: asked }))
    if (kept) return new JsonText(kept)

    // The sort handles only short rows, and the cards are looked up afterwards: sorting the cards as well would make
    // PostgreSQL allocate and free half a megabyte for each query.
    const { rows } = await sql<Tag & { card: string }>`
      select tag.tag, tag.beside, ready.card
        from (${tagOf}) as tag
       cross join (select ${id}, ${sql.ref(`${row}.place`)}, position
                     ${someAway ? sql`, ${standInColumns}` : sql``}
                from ${from} where ${where} and ${shown} order by ${order}) as ${sql.ref(row)}
       cross join lateral (
              select ${someAway ? shownCard : sql`k.card`} as card
                from ${ready} k
                ${someAway ? sql`cross join (select ${sql.ref(`${row}.shown`)}, ${sql.ref(`${row}.fields`)}) as a` : sql``}
               where k.${key} = ${id} offset 0) as ready
       order by ${order}`.execute(ctx.db)
    const [first] = rows
    if (!first) return new JsonText(...around(asked))
    const [before, after] = around(first.beside)
    const answer = new JsonText<Answer>(before, ...listed(rows.map(({ card }) => card)), after).bytes
    keptBy(ctx.services).set(nameOf(first), answer)
    return new JsonText(answer)
  }
}

interface Tag {
  readonly tag: string | null
  readonly beside: string | null
}

const nameOf = ({ tag, beside }: Tag) => `${tag} ${beside}`

/** Largest size of the cache in bytes; the answers that were not read for longest are dropped first. */
const mostKept = 16 * 2 ** 20

function keptAnswers() {
  // In the order in which they were read, the latest last.
  const answers = new Map<string, Buffer>()
  let size = 0
  const drop = (name: string) => {
    size -= answers.get(name)?.length ?? 0
    answers.delete(name)
  }
  const set = (name: string, answer: Buffer) => {
    drop(name)
    answers.set(name, answer)
    size += answer.length
    for (const oldest of answers.keys()) if (size > mostKept) drop(oldest)
  }
  return {
    set,
    get(name: string): Buffer | undefined {
      const answer = answers.get(name)
      if (answer) set(name, answer)
      return answer
    },
  }
}

const answersOf = new WeakMap<Services, ReturnType<typeof keptAnswers>>()

/** Returns the cache of this process and database. */
function keptBy(services: Services) {
  const kept = answersOf.get(services) ?? keptAnswers()
  answersOf.set(services, kept)
  return kept
}
