import { type RawBuilder, sql } from 'kysely'
import type { FlameSearch, flameSorts } from '#contract/orders/flame-search'

/** Returns the order of a search; only nullable columns get `nulls last`, which the other indexes do not match. */
export function inOrder({ sort, descending }: FlameSearch) {
  const order = descending ? sql`desc` : sql`asc`
  const byId = sort === 'UPDATED' && descending ? sql`asc` : order
  return sql`order by key ${isNullable.has(sort) ? sql`${order} nulls last` : order}, id ${byId}`
}

const isNullable: ReadonlySet<(typeof flameSorts)[number]> = new Set(['PICKUP_DATE', 'REMINDER'])
/** Sort keys of a flame `f`, its dossier `d` and its contact `c`. */
export const sorts: Record<(typeof flameSorts)[number], RawBuilder<unknown>> = {
  UPDATED: sql`f.updated_at`,
  CREATED: sql`f.created_at`,
  PICKUP_DATE: sql`d.pickup_date`,
  REMINDER: sql`f.reminder_at`,
  CONTACT: sql`fold(c.full_name)`,
}

/** Sort keys of the stored cards, for which there are indexes; the last change has an index on the flames. */
export const cardSorts: typeof sorts = {
  UPDATED: sql`o.updated_at`,
  CREATED: sql`o.created_at`,
  PICKUP_DATE: sql`o.pickup_date`,
  REMINDER: sql`o.reminder_at`,
  CONTACT: sql`o.contact_name`,
}
