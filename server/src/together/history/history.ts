import { type RawBuilder, sql } from 'kysely'
import { Id } from '#contract/endpoint'
import type { HistoryEntry, HistoryPage } from '#contract/together/history'
import type { Ctx } from '../../http/context.ts'
import { namesOf } from './names.ts'
import { readableChanges, tellsOfVisible } from './readable.ts'

// What else shows rows by the same rules.
export { isVisible, readableChanges, tellsOfVisible } from './readable.ts'

const pageSize = 50

interface Row extends Omit<HistoryEntry, 'changes'> {
  changes: Record<string, [unknown, unknown]>
}

interface More {
  /** Entries `h` that stand in the history of another record and tell of what belongs to this one now. */
  readonly elsewhere?: RawBuilder<boolean>
}

/**
 * The changes of a record and of what belongs to it, as far as the reader may see that, the latest first, from before the
 * entry `before` on. A contact brings along those of the contacts that were merged into it. Whether the record is what
 * the call asks for, and the reader's to see, is for the caller to check.
 */
export async function historyOf(ctx: Ctx, rootId: string, { elsewhere }: More, before?: number): Promise<HistoryPage> {
  const own = sql`with_merged(${rootId})`
  const brought = elsewhere ? [sql`${elsewhere} and h.root_id <> all (${own})`] : []
  return readPages(ctx, [sql`h.root_id = any (${own})`, ...brought], before)
}

/** The same of the entries `which` of all rows of these tables of lists, also of those that are gone; each has its own in order. */
export const historyOfTables = (
  ctx: Ctx,
  tables: readonly string[],
  which: RawBuilder<boolean>,
  before?: number,
): Promise<HistoryPage> =>
  readPages(
    ctx,
    tables.map((table) => sql`h.entity = ${table} and ${isOfList} and ${which}`),
    before,
  )

/** As the index of these entries says it, word for word, so that it is used. */
const isOfList = sql`
  h.entity not in ('contact', 'address', 'email_address', 'phone_number', 'contact_relation', 'contact_document',
                   'encounter', 'comment', 'email', 'flame', 'dossier', 'dossier_article', 'dossier_package',
                   'flame_step_change', 'project', 'project_contact', 'project_document', 'todo')`

async function readPages(ctx: Ctx, parts: readonly RawBuilder<unknown>[], before?: number): Promise<HistoryPage> {
  const pages = parts.map(
    (which) => sql`(
      select * from history h
       where ${which} and ${tellsOfVisible(ctx)} and h.id < ${before ?? Number.MAX_SAFE_INTEGER}
       order by h.id desc limit ${pageSize + 1})`,
  )
  const { rows } = await sql<Row>`
    select h.id, iso(h.at) as at, u.username, h.action, h.entity, h.entity_id as "entityId", h.root_id as "rootId",
           ${readableChanges(ctx.actor)} as changes
      from (${sql.join(pages, sql` union all `)}) as h left join app_user u on u.id = h.actor
     order by h.id desc limit ${pageSize + 1}`.execute(ctx.db)
  const entries = rows.slice(0, pageSize).map((row) => ({
    ...row,
    changes: Object.entries(row.changes).map(([column, [from, to]]) => ({
      field: camel(column),
      before: from,
      after: to,
    })),
  }))
  return { entries, more: rows.length > pageSize, names: await namesOf(ctx, idsIn(rows)) }
}

/** What the columns of the entries name that hold an id, and what was taken away or brought back, of which they say no more. */
function idsIn(rows: readonly Row[]): Set<string> {
  const named = rows.flatMap(({ changes, entityId }) =>
    Object.entries(changes).flatMap(([column, values]) =>
      column === 'deleted_at' ? entityId : /_id$|^possible_pallet$/.test(column) ? values : [],
    ),
  )
  return new Set(named.filter((value): value is string => Id.safeParse(value).success))
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
