import { type RawBuilder, sql } from 'kysely'
import type { Actor, Ctx, RuledRow } from '../../http/context.ts'

/** Returns the condition that the reader may see what an entry `h` of the history is about. */
export function tellsOfVisible(ctx: Ctx): RawBuilder<boolean> {
  const row = { id: sql`h.entity_id`, root: sql`h.root_id` }
  const cases = Object.keys(ctx.services.readable.rules).map(
    (table) => sql`when ${table} then ${mayRead(ctx, table, row)}`,
  )
  return sql`(case h.entity ${sql.join(cases, sql` `)} else false end)`
}

/** Returns the condition that the reader may see a row `t` of a table. */
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
 * Returns the changes of an entry `h`. The text of a comment is included only if it is the present one; the latest
 * purchase only for actors who may see orders.
 */
export const readableChanges = ({ permissions }: Actor) => sql`
  case when h.entity = 'comment' and h.changes ? 'text' then (h.changes - 'text') || coalesce((
    select jsonb_build_object('text', jsonb_build_array(null, c.text)) from comment c
     where c.id = h.entity_id and c.deleted_at is null and c.text = h.changes #>> '{text,1}'), '{}')
  when h.entity = 'contact' and not ${permissions.has('FLAME_READ')}::boolean then h.changes - 'latest_purchase'
  else h.changes end`
