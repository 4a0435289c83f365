import { type RawBuilder, sql } from 'kysely'
import type { BoardKind } from '#contract/orders/boards'
import { seenBy } from '../../db/assigned.ts'
import { preparedStatement } from '../../db/db.ts'
import { JsonText, listed } from '../../http/answers.ts'
import type { Ctx, Services } from '../../http/context.ts'
import type { proxiesOf } from './proxies.ts'

interface CardsOfBoards {
  readonly kind: BoardKind
  /** The table of cards by its name in the query, such as `flame f`, and that name alone. */
  readonly cards: RawBuilder<unknown>
  readonly row: string
  /** The table of their ready made cards, and its column that names one. */
  readonly ready: RawBuilder<unknown>
  readonly key: RawBuilder<unknown>
  /** What stands around the cards in the answer, given what was asked beside them. */
  readonly around: (beside: string | null) => readonly [before: string, after: string]
  readonly proxies: Pick<ReturnType<typeof proxiesOf>, 'withStandIn' | 'standInColumns' | 'shownCard'>
}

interface Wanted {
  /** Of the cards of the board. */
  readonly which: RawBuilder<unknown>
  /** Of those, which are answered; all where it is not said. */
  readonly shown?: RawBuilder<unknown> | undefined
  /** By `position`, that of the step, and place, id and deleted_at of the card. */
  readonly order: RawBuilder<unknown>
  readonly limit?: number
  /** An aggregate of all `which`, that is asked beside the cards: one text. */
  readonly beside?: RawBuilder<unknown>
}

/**
 * Answers a board with its cards; undefined when it is none of that kind that the caller sees.
 *
 * A board is asked for again by everybody who looks at it whenever a card changes, and is some hundred kB. So the database says
 * by a tag which cards it has in which version, and what was answered by that tag before is answered again.
 */
export function cardsOfBoards<Answer>({ kind, cards, row, ready, key, around, proxies }: CardsOfBoards) {
  const { withStandIn, standInColumns, shownCard } = proxies

  return async (
    ctx: Ctx,
    boardId: string,
    { which, shown = sql`true`, order, limit, beside = sql`null::text` }: Wanted,
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

    // The steps by their ids, which say to the planner how full this board is, and not how full boards are.
    const step = sql.ref(`${row}.step_id`)
    const id = sql.ref(`${row}.id`)
    // A join that finds nobody costs a tenth of a board.
    const whoseAssigneeIsAway = someAway ? withStandIn : sql``
    const standIn = sql`|| convert_to(coalesce(a.shown::text, ''), 'UTF8')`
    const from = sql`
      ${cards} cross join lateral (select array_position(${steps}::uuid[], ${step}) as position) as its
      ${whoseAssigneeIsAway}`
    const where = sql`${step} = any (${steps}::uuid[]) and ${which}`

    // A ready made card is another row whenever it was written, with the number of that transaction.
    const tagOf = sql`
      select md5(string_agg(uuid_send(${id}) || xidsend(k.xmin) ${someAway ? standIn : sql``}, '' order by ${order})
                   filter (where ${shown})) as tag, ${beside} as beside
        from ${from} join ${ready} k on k.${key} = ${id} where ${where}`
    const { rows: tags } = await sql<Tag>`${tagOf}`.execute(ctx.db)
    const { tag = null, beside: asked = null } = tags[0] ?? {}
    if (!tag) return new JsonText(...around(asked))
    const kept = keptBy(ctx.services).get(nameOf({ tag, beside: asked }))
    if (kept) return new JsonText(kept)

    // What is put in order is short, and the cards are looked up then: sorted with them it would take the database half a megabyte,
    // which it gets from the system and gives back each time.
    const { rows } = await sql<Tag & { card: string }>`
      select tag.tag, tag.beside, ready.card
        from (${tagOf}) as tag
       cross join (select ${id}, ${sql.ref(`${row}.place`)}, ${sql.ref(`${row}.deleted_at`)}, position
                     ${someAway ? sql`, ${standInColumns}` : sql``}
                from ${from} where ${where} and ${shown} order by ${order} ${limit ? sql`limit ${sql.lit(limit)}` : sql``}) as ${sql.ref(row)}
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

/** How many bytes of answers are kept; those that were not asked for longest go first. */
const mostKept = 16 * 2 ** 20

function keptAnswers() {
  // in the order in which they were asked for
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

/** Those of this process and its database. */
function keptBy(services: Services) {
  const kept = answersOf.get(services) ?? keptAnswers()
  answersOf.set(services, kept)
  return kept
}
