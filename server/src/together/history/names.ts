import { sql } from 'kysely'
import type { Ctx, NamedTable } from '../../http/context.ts'

/** Returns the present names of the records with these ids, as far as the reader may know them. */
export async function namesOf(ctx: Ctx, ids: ReadonlySet<string>): Promise<Record<string, string>> {
  if (ids.size === 0) return {}
  const mayKnow = ({ needs }: NamedTable) => !needs || needs.some((permission) => ctx.actor.permissions.has(permission))
  const sources = ctx.services.readable.named.filter(mayKnow).map(
    ({ table, name = 'title', sees }) => sql`
      select id, ${sql.raw(name)} as name from ${sql.table(table)} n
       where id = any (${[...ids]}::uuid[]) and ${sees?.(ctx.actor) ?? sql`true`}`,
  )
  const { rows } = await sql<{ id: string; name: string }>`
    ${sql.join(sources, sql` union all `)} order by id`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
