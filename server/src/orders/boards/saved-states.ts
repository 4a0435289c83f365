import { type RawBuilder, sql } from 'kysely'

/** Age after which the state for an open editor may be deleted; older edits cannot be merged. */
const longAgo = sql`now() - interval '2 days'`

/**
 * Returns SQL for the former states of cards, which edits are merged with: rows of `table`, whose column `key`
 * references the card. A change of no field of the editor, such as a move, raises the version but stores no state.
 */
export function savedStates(table: 'flame_saved' | 'project_saved', key: string) {
  const states = sql.table(table)
  const card = sql.ref(key)
  return {
    /** Stores the result of the CTE `own`: id, version and json. */
    kept: sql`insert into ${states} (${card}, version, state) select id, version, json from own`,

    /**
     * Returns the statement that deletes old states except for the latest of them. The first condition usually ends it:
     * the second oldest state is not old.
     */
    forgotten: (id: string): RawBuilder<unknown> => sql`
      delete from ${states}
       where ${card} = ${id}
         and (select saved_at from ${states} where ${card} = ${id} order by version offset 1 limit 1) < ${longAgo}
         and version < (select max(version) from ${states} where ${card} = ${id} and saved_at < ${longAgo})`,

    /**
     * Returns a query for the state as of this version, as one value, beside the present card `own.json`. That card is
     * the state if an empty one (JSON null) is the latest: only changes of no field of the editor came after it.
     */
    at: (id: string, version: number): RawBuilder<unknown> => sql`(
      select case when one.state::text <> 'null' then one.state
                  when one.version = (select max(version) from ${states} where ${card} = ${id}) then own.json end
        from ${states} one where ${card} = ${id} and version <= ${version} order by version desc limit 1)`,
  }
}
