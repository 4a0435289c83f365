import { type RawBuilder, sql } from 'kysely'
import type { Actor, Ctx, RuledRow } from '../../http/context.ts'

/** True for an entry `h` of the history that tells of something the reader may see. */
export function tellsOfVisible(ctx: Ctx): RawBuilder<boolean> {
  const row = { id: sql`h.entity_id`, root: sql`h.root_id` }
  const cases = Object.keys(ctx.services.readable.rules).map(
    (table) => sql`when ${table} then ${mayRead(ctx, table, row)}`,
  )
  return sql`(case h.entity ${sql.join(cases, sql` `)} else false end)`
}

/** True for a row `t` of a table that the reader may see. */
export function isVisible(ctx: Ctx, table: string): RawBuilder<boolean> {
  const root = ctx.services.readable.rules[table]?.root ?? 'id'
  return mayRead(ctx, table, { id: sql`t.id`, root: sql`t.${sql.ref(root)}` })
}

function mayRead({ actor, services }: Ctx, table: string, row: RuledRow): RawBuilder<boolean> {
  const rule = services.readable.rules[table]
  if (!rule?.needs.every((permission) => actor.permissions.has(permission))) return sql`false`
  return rule.sees?.(row, actor) ?? sql`true`
}

/**
 * What an entry `h` changed. Of comments only what stands now is read, as where they are written; of purchases is told who
 * sees orders.
 */
export const readableChanges = ({ permissions }: Actor) => sql`
  case when h.entity = 'comment' and h.changes ? 'text' then (h.changes - 'text') || coalesce((
    select jsonb_build_object('text', jsonb_build_array(null, c.text)) from comment c
     where c.id = h.entity_id and c.deleted_at is null and c.text = h.changes #>> '{text,1}'), '{}')
  when h.entity = 'contact' and not ${permissions.has('FLAME_READ')}::boolean then h.changes - 'latest_purchase'
  else h.changes end`
