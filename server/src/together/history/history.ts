import { type RawBuilder, sql } from 'kysely'
import { Id } from '#contract/endpoint'
import type { HistoryEntry, HistoryPage } from '#contract/together/history'
import type { Ctx } from '../../http/context.ts'
import { namesOf } from './names.ts'
import { readableChanges, tellsOfVisible } from './readable.ts'

// Other slices show rows by the same rules through these exports.
export { isVisible, readableChanges, tellsOfVisible } from './readable.ts'

const pageSize = 50

interface Row extends Omit<HistoryEntry, 'changes'> {
  changes: Record<string, [unknown, unknown]>
}

interface More {
  /** Condition for entries `h` in the history of another record that concern what belongs to this one. */
  readonly elsewhere?: RawBuilder<boolean>
}

/**
 * Returns the changes of a record and its parts that the reader may see, the latest first, starting before the entry
 * `before`. The history of a contact includes the contacts merged into it. The caller must check that the record is of
 * the kind asked for and visible to the reader.
 */
export async function historyOf(ctx: Ctx, rootId: string, { elsewhere }: More, before?: number): Promise<HistoryPage> {
  const own = sql`with_merged(${rootId})`
  const brought = elsewhere ? [sql`${elsewhere} and h.root_id <> all (${own})`] : []
  return readPages(ctx, [sql`h.root_id = any (${own})`, ...brought], before)
}

/** Returns the entries `which` of all rows of these tables, deleted ones too; each table has an index in order. */
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

/** Must repeat the predicate of the partial index literally, so that PostgreSQL uses the index. */
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

/** Returns the ids in changed columns, and those of deleted or restored records, whose entries say no more. */
function idsIn(rows: readonly Row[]): Set<string> {
  const named = rows.flatMap(({ changes, entityId }) =>
    Object.entries(changes).flatMap(([column, values]) =>
      column === 'deleted_at' ? entityId : /_id$|^possible_pallet$/.test(column) ? values : [],
    ),
  )
  return new Set(named.filter((value): value is string => Id.safeParse(value).success))
}

/** Records a change that is stored in no column of the record, such as a user's roles; equal lists are not recorded. */
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

/** Records a move in the history of the record that was left; the trigger records the arrival. */
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
