import { type RawBuilder, sql } from 'kysely'

/** How long an editor can have stood open for its edit to be merged. */
const longAgo = sql`now() - interval '2 days'`

/**
 * What cards were like whenever they were saved, from which editors start: rows of `table`, whose column `key` names the card.
 * A change of no field of the editor, such as a move, has a version and keeps nothing.
 */
export function savedStates(table: 'flame_saved' | 'project_saved', key: string) {
  const states = sql.table(table)
  const card = sql.ref(key)
  return {
    /** Keeps what the query `own` answers as id, version and json. */
    kept: sql`insert into ${states} (${card}, version, state) select id, version, json from own`,

    /** Of those saved long ago only the last one stays. As a rule the second oldest says that there is nothing to do. */
    forgotten: (id: string): RawBuilder<unknown> => sql`
      delete from ${states}
       where ${card} = ${id}
         and (select saved_at from ${states} where ${card} = ${id} order by version offset 1 limit 1) < ${longAgo}
         and version < (select max(version) from ${states} where ${card} = ${id} and saved_at < ${longAgo})`,

    /** As it was for an editor that loaded this version, one value. */
    at: (id: string, version: number): RawBuilder<unknown> => sql`(
      select state from ${states} where ${card} = ${id} and version <= ${version} order by version desc limit 1)`,
  }
}
