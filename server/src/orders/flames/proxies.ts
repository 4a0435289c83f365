import { sql } from 'kysely'
import { preparedStatement } from '../../db/db.ts'
import type { Ctx } from '../../http/context.ts'

// Who looks after a flame beside its assignee: the proxy that it names, in the proxy's period, or else whoever stands in
// while the assignee is away. A proxy who is away has a stand-in, too.

const proxy = sql`current_proxy(f.proxy_owner_id, f.proxy_owner_from, f.proxy_owner_until, now())`

/** Joins to a flame `f` the stand-in `a` of its assignee, as long as it names no proxy for now. */
export const withStandIn = sql`
  left join stand_ins('FLAME', now()) a
    on a.person_id = f.assignee_id and ${proxy} is null and f.archived_at is null and f.deleted_at is null`

/** What is shown of a flame as JSON, with the proxy that the stand-in is. */
export const shown = (json: typeof proxy) =>
  sql<string>`
    case when a.shown is null then ${json} else (${json}::jsonb || a.shown)::text end`

/** The same alone, as JSON; null where there is none. */
export const standIn = sql`a.shown`

interface Away {
  readonly personId: string
  readonly standInId: string
}

/** Those who are away now, with who stands in for them. */
export async function whoIsAway({ db }: Pick<Ctx, 'db'>): Promise<readonly Away[]> {
  const { rows } = await sql<Away>`${preparedStatement}
    select person_id as "personId", stand_in_id as "standInId" from stand_ins('FLAME', now())`.execute(db)
  return rows
}

/** True for the flames that somebody looks after now. Who is away is known before, so that indexes find them. */
export function looksAfter(person: string, away: readonly Away[]) {
  const own = sql`f.assignee_id = ${person} or f.proxy_owner_id = ${person} and ${proxy} is not null`
  const others = away.filter(({ standInId }) => standInId === person).map(({ personId }) => personId)
  if (others.length === 0) return sql<boolean>`(${own})`
  const theirs = sql`any (${others}::uuid[])`
  return sql<boolean>`(
    ${own} or f.assignee_id = ${theirs} and ${proxy} is null or f.proxy_owner_id = ${theirs} and ${proxy} is not null)`
}

/** Everybody who looks after a flame `f` now, each once, where `away` holds those who are away with their stand-ins. */
export const caretakers = sql`
  select distinct one.id
    from unnest(array[f.assignee_id, ${proxy},
                      (select stand_in_id from away where person_id = coalesce(${proxy}, f.assignee_id))]) as one (id)
   where one.id is not null`
export const away = sql`away as materialized (select person_id, stand_in_id from stand_ins('FLAME', now()))`
