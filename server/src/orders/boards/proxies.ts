import { type RawBuilder, sql } from 'kysely'
import type { BoardKind } from '#contract/orders/boards'
import { preparedStatement } from '../../db/db.ts'
import type { Ctx } from '../../http/context.ts'

// Besides its assignee, a card is looked after by the proxy entered for it during the proxy's period, or else by the
// assignee's stand-in while the assignee is away. A proxy who is away has a stand-in, too.

const proxyFields = ['proxyOwnerRef', 'proxyOwnerFrom', 'proxyOwnerUntil'] as const

/** Stand-in that results from an absence; it is shown in place of a proxy. */
export type StandIn = Readonly<Record<(typeof proxyFields)[number], string | null>>

interface Away {
  readonly personId: string
  readonly standInId: string
}

/** Returns SQL for cards of a kind whose row has the alias `row` and whose stored card is `k`. */
export function proxiesOf(kind: BoardKind, row: string) {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  const [assignee, owner] = [column('assignee_id'), column('proxy_owner_id')]
  const [from, until] = [column('proxy_owner_from'), column('proxy_owner_until')]
  const proxy = sql`current_proxy(${owner}, ${from}, ${until}, now())`
  const standIns = sql`stand_ins(${sql.lit(kind)}, now())`

  return {
    /** Joins the stand-in `a` of a card's assignee, unless a proxy is entered for the present time. */
    withStandIn: sql`
      left join (select person_id, shown, btrim(shown::text, '{}') as fields from ${standIns} offset 0) a
        on a.person_id = ${assignee} and ${proxy} is null
       and ${column('archived_at')} is null and ${column('deleted_at')} is null`,

    /** Columns that `shownCard` needs of a card and its stand-in, for a subquery that passes them on. */
    standInColumns: sql`${owner}, ${from}, ${until}, a.shown, a.fields`,

    /** Returns the JSON of a card as it is shown, with the stand-in in the fields of the proxy. */
    shown: (json: RawBuilder<unknown>) =>
      sql<string>`case when a.shown is null then ${json} else (${json}::jsonb || a.shown)::text end`,

    /**
     * Stored card as it is shown. If no proxy is entered, the stand-in is inserted by a replacement in the text, which
     * is cheaper than parsing the card. Quotes within JSON strings are escaped, so user input cannot match the replaced
     * text.
     */
    shownCard: sql<string>`
      case when a.shown is null then k.card
           when ${owner} is null and ${from} is null and ${until} is null
             then replace(k.card, ${sql.lit(proxyFields.map((field) => `"${field}":null`).join(','))}, a.fields)
           else (k.card::jsonb || a.shown)::text end`,

    /** Stand-in as JSON, or null. */
    standIn: sql<StandIn | null>`a.shown`,

    /** Returns who is away at present, with their stand-ins. */
    async whoIsAway({ db }: Pick<Ctx, 'db'>): Promise<readonly Away[]> {
      const { rows } = await sql<Away>`${preparedStatement}
        select person_id as "personId", stand_in_id as "standInId" from ${standIns}`.execute(db)
      return rows
    },

    /** Returns the condition that a person looks after a card at present. Given `away`, the query can use indexes. */
    looksAfter(person: string, away: readonly Away[]) {
      const own = sql`${assignee} = ${person} or ${owner} = ${person} and ${proxy} is not null`
      const others = away.filter(({ standInId }) => standInId === person).map(({ personId }) => personId)
      if (others.length === 0) return sql<boolean>`(${own})`
      const theirs = sql`any (${others}::uuid[])`
      return sql<boolean>`(
        ${own} or ${assignee} = ${theirs} and ${proxy} is null or ${owner} = ${theirs} and ${proxy} is not null)`
    },

    /** Query for everybody who looks after a card at present, each once; it reads absences from the CTE `away`. */
    caretakers: sql`
      select distinct one.id
        from unnest(array[${assignee}, ${proxy},
                          (select stand_in_id from away where person_id = coalesce(${proxy}, ${assignee}))]) as one (id)
       where one.id is not null`,
    away: sql`away as materialized (select person_id, stand_in_id from ${standIns})`,
  }
}

/**
 * Removes the stand-in from the fields that an editor sends back. A form sends it unchanged, or empty if it shows only
 * entered proxies; neither is an edit, so a proxy entered for another period is kept.
 */
export function withoutStandIn<Sent extends Partial<StandIn>>(sent: Sent, standIn: StandIn | null): Sent {
  if (!standIn) return sent
  const isUnchanged = (shown: Partial<StandIn>) => proxyFields.every((field) => sent[field] === (shown[field] ?? null))
  if (!isUnchanged(standIn) && !isUnchanged({})) return sent
  return { ...sent, proxyOwnerRef: undefined, proxyOwnerFrom: undefined, proxyOwnerUntil: undefined }
}
