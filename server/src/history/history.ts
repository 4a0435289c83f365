import { type RawBuilder, sql } from 'kysely'
import type { HistoryEntry } from '#contract/history'
import type { Ctx } from '../http/context.ts'

const pageSize = 50

interface Row extends Omit<HistoryEntry, 'changes'> {
  changes: Record<string, [unknown, unknown]>
}

interface Which {
  /** Lets through entries `h` that the reader may see. */
  readonly mayKnow: RawBuilder<boolean>
  /** Entries `h` that stand in the history of another record and tell of what belongs to this one now. */
  readonly elsewhere?: RawBuilder<boolean>
}

/**
 * The changes of a record and of what belongs to it, the latest first, from before the entry `before` on. A contact
 * brings along those of the contacts that were merged into it.
 */
export async function historyOf(
  ctx: Ctx,
  rootId: string,
  { mayKnow, elsewhere }: Which,
  before?: number,
): Promise<{ entries: HistoryEntry[]; more: boolean }> {
  const own = sql`with_merged(${rootId})`
  const page = (which: RawBuilder<unknown>) => sql`(
    select * from history h where ${which} and ${mayKnow} and h.id < ${before ?? Number.MAX_SAFE_INTEGER}
     order by h.id desc limit ${pageSize + 1})`
  const brought = elsewhere && sql`union all ${page(sql`${elsewhere} and h.root_id <> all (${own})`)}`
  const { rows } = await sql<Row>`
    select h.id, iso(h.at) as at, u.username, h.action, h.entity, h.entity_id as "entityId", h.changes
      from (${page(sql`h.root_id = any (${own})`)} ${brought ?? sql``}) as h left join app_user u on u.id = h.actor
     order by h.id desc limit ${pageSize + 1}`.execute(ctx.db)
  const entries = rows.slice(0, pageSize).map((row) => ({
    ...row,
    changes: Object.entries(row.changes).map(([column, [from, to]]) => ({
      field: camel(column),
      before: from,
      after: to,
    })),
  }))
  return { entries, more: rows.length > pageSize }
}

/** Writes down a change that no column of the record holds, such as the list of a user's roles; equal lists are none. */
export async function recordList(
  ctx: Ctx,
  table: 'app_user' | 'contact',
  id: string,
  column: string,
  [before, after]: [readonly string[], readonly string[]],
): Promise<void> {
  if (before.join('\n') === after.join('\n')) return
  await ctx.db
    .insertInto('history')
    .values({
      actor: ctx.actor.id,
      entity: table,
      entity_id: id,
      root_id: id,
      action: 'CHANGED',
      changes: JSON.stringify({ [column]: [before, after] }),
    })
    .execute()
}

/** Tells of records that left for another root in the history of the one they left; the trigger tells of their arrival. */
export async function recordDeparture(
  ctx: Ctx,
  table: 'encounter' | 'contact_document',
  ids: readonly string[],
  column: string,
  [from, to]: readonly [string, string],
): Promise<void> {
  await sql`
    insert into history (actor, entity, entity_id, root_id, action, changes)
    select ${ctx.actor.id}::uuid, ${table}, id, ${from}::uuid, 'CHANGED', ${JSON.stringify({ [column]: [from, to] })}::jsonb
      from unnest(${[...ids]}::uuid[]) as id`.execute(ctx.db)
}

const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
