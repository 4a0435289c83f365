import { sql } from 'kysely'

// Who looks after a flame beside its assignee: the proxy that it names, in the proxy's period, or else whoever stands in
// while the assignee is away. A proxy who is away has a stand-in, too.

const proxy = sql`current_proxy(f.proxy_owner_id, f.proxy_owner_from, f.proxy_owner_until, now())`

/** Joins to a flame `f` the stand-in `a` of its assignee, as long as it names no proxy for now. */
export const withStandIn = sql`
  left join stand_ins('FLAME', now()) a
    on a.person_id = f.assignee_id and ${proxy} is null and f.archived_at is null and f.deleted_at is null`

/** What is shown of a flame as JSON, with the proxy that the stand-in is. */
export const shown = (json: typeof proxy) =>
  sql<string>`shown_proxy(${json}, a.stand_in_id, a.from_at, a.until_at, a.absence_id)`

/** The same alone, as JSON; null where there is none. */
export const standIn = sql`
  case when a.absence_id is not null then json_build_object(
    'proxyOwnerRef', a.stand_in_id, 'proxyOwnerFrom', iso(a.from_at), 'proxyOwnerUntil', iso(a.until_at)) end`

/** True for the flames that somebody looks after now. */
export function looksAfter(person: string) {
  const away = sql`array(select person_id from stand_ins('FLAME', now()) where stand_in_id = ${person})`
  return sql<boolean>`(
    f.assignee_id = ${person} or f.proxy_owner_id = ${person} and ${proxy} is not null
    or f.assignee_id = any (${away}) and ${proxy} is null or f.proxy_owner_id = any (${away}) and ${proxy} is not null)`
}

/** Everybody who looks after a flame `f` now, as a query of one column. */
export const caretakers = sql`
  select f.assignee_id as id union select ${proxy}
  union select s.stand_in_id from stand_ins('FLAME', now()) s where s.person_id = coalesce(${proxy}, f.assignee_id)`
