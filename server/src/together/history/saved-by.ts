import { sql } from 'kysely'
import { z } from 'zod'
import { Id } from '#contract/endpoint'
import type { Database } from '../../db/db.ts'

const Saved = z.object({ id: Id })

/**
 * Returns who changed a record last, by its own history or that of a record in the parameters of the call, such as the
 * contact of an address. The name is optional: if the query fails, the answer has none.
 */
export async function savedBy({ kysely }: Database, current: unknown, params: unknown): Promise<{ by?: string }> {
  const saved = Saved.safeParse(current)
  if (!saved.success) return {}
  const { id } = saved.data
  const named = Object.values(params ?? {}).filter((value) => Id.safeParse(value).success)
  const roots = [id, ...named]
  const query = sql<{ by: string }>`
    select u.username as by
      from (select actor from history
             where root_id = any (${roots}::uuid[]) and (root_id = ${id} or entity_id = ${id})
             order by id desc limit 1) as latest
      join app_user u on u.id = latest.actor`
  const { rows } = await query.execute(kysely).catch(() => ({ rows: [] }))
  return rows[0] ?? {}
}
