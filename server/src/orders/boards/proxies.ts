import { type RawBuilder, sql } from 'kysely'
import type { BoardKind } from '#contract/orders/boards'
import { preparedStatement } from '../../db/db.ts'
import type { Ctx } from '../../http/context.ts'

// Who looks after a card beside its assignee: the proxy that it names, in the proxy's period, or else whoever stands in
// while the assignee is away. A proxy who is away has a stand-in, too.

const proxyFields = ['proxyOwnerRef', 'proxyOwnerFrom', 'proxyOwnerUntil'] as const

/** What follows from an absence, as it is shown instead of a proxy. */
export type StandIn = Readonly<Record<(typeof proxyFields)[number], string | null>>

interface Away {
  readonly personId: string
  readonly standInId: string
}

/** For cards of a kind whose row a query calls `row`, and their ready made card `k`. */
export function proxiesOf(kind: BoardKind, row: string) {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  const [assignee, owner] = [column('assignee_id'), column('proxy_owner_id')]
  const [from, until] = [column('proxy_owner_from'), column('proxy_owner_until')]
  const proxy = sql`current_proxy(${owner}, ${from}, ${until}, now())`
  const standIns = sql`stand_ins(${sql.lit(kind)}, now())`

  return {
    /** Joins to a card the stand-in `a` of its assignee, as long as it names no proxy for now. */
    withStandIn: sql`
      left join (select person_id, shown, btrim(shown::text, '{}') as fields from ${standIns} offset 0) a
        on a.person_id = ${assignee} and ${proxy} is null
       and ${column('archived_at')} is null and ${column('deleted_at')} is null`,

    /** What `shownCard` reads of a card and of its stand-in, for a query that takes them along. */
    standInColumns: sql`${owner}, ${from}, ${until}, a.shown, a.fields`,

    /** What is shown of a card as JSON, with the proxy that the stand-in is. */
    shown: (json: RawBuilder<unknown>) =>
      sql<string>`case when a.shown is null then ${json} else (${json}::jsonb || a.shown)::text end`,

    /**
     * What is shown of a ready made card. Where nothing of a proxy is entered the text is put in, which costs less than
     * taking the card apart. Within a string of JSON quotes are escaped, so that nothing that people wrote reads like it.
     */
    shownCard: sql<string>`
      case when a.shown is null then k.card
           when ${owner} is null and ${from} is null and ${until} is null
             then replace(k.card, ${sql.lit(proxyFields.map((field) => `"${field}":null`).join(','))}, a.fields)
           else (k.card::jsonb || a.shown)::text end`,

    /** The stand-in alone, as JSON; null where there is none. */
    standIn: sql<StandIn | null>`a.shown`,

    /** Those who are away now, with who stands in for them. */
    async whoIsAway({ db }: Pick<Ctx, 'db'>): Promise<readonly Away[]> {
      const { rows } = await sql<Away>`${preparedStatement}
        select person_id as "personId", stand_in_id as "standInId" from ${standIns}`.execute(db)
      return rows
    },

    /** True for the cards that somebody looks after now. Who is away is known before, so that indexes find them. */
    looksAfter(person: string, away: readonly Away[]) {
      const own = sql`${assignee} = ${person} or ${owner} = ${person} and ${proxy} is not null`
      const others = away.filter(({ standInId }) => standInId === person).map(({ personId }) => personId)
      if (others.length === 0) return sql<boolean>`(${own})`
      const theirs = sql`any (${others}::uuid[])`
      return sql<boolean>`(
        ${own} or ${assignee} = ${theirs} and ${proxy} is null or ${owner} = ${theirs} and ${proxy} is not null)`
    },

    /** Everybody who looks after a card now, each once, where `away` holds those who are away with their stand-ins. */
    caretakers: sql`
      select distinct one.id
        from unnest(array[${assignee}, ${proxy},
                          (select stand_in_id from away where person_id = coalesce(${proxy}, ${assignee}))]) as one (id)
       where one.id is not null`,
    away: sql`away as materialized (select person_id, stand_in_id from ${standIns})`,
  }
}

/**
 * What follows from an absence is sent back by who changes something else: as it was shown, or as nothing by a form that
 * shows what was entered for now. Nobody entered that, and what was entered for another time stays.
 */
export function withoutStandIn<Sent extends Partial<StandIn>>(sent: Sent, standIn: StandIn | null): Sent {
  if (!standIn) return sent
  const isUnchanged = (shown: Partial<StandIn>) => proxyFields.every((field) => sent[field] === (shown[field] ?? null))
  if (!isUnchanged(standIn) && !isUnchanged({})) return sent
  return { ...sent, proxyOwnerRef: undefined, proxyOwnerFrom: undefined, proxyOwnerUntil: undefined }
}
