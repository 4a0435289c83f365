import { type Kysely, sql } from 'kysely'
import {
  type Article,
  articleFields,
  type NewArticle,
  type NewPackageInfo,
  type PackageInfo,
  packageFields,
} from '#contract/orders/dossiers'
import { toPack } from '#contract/orders/packed-articles'
import { columnsOf, selected, valuesOf } from '../../db/rows.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { differs } from './merge.ts'

const articleColumns = columnsOf('dossier_article', articleFields, { warehouse: 'warehouse_id' })
const articleRows = {
  table: sql.raw('dossier_article'),
  columns: articleColumns,
  written: writtenOf(articleColumns.names),
}
const packageColumns = columnsOf('dossier_package', packageFields)
const packageRows = {
  table: sql.raw('dossier_package'),
  columns: packageColumns,
  written: writtenOf(packageColumns.names),
}
type Rows = typeof articleRows | typeof packageRows

/** Returns the columns that an upsert writes, and the same with the prefix `excluded`. */
function writtenOf(names: Readonly<Record<string, string>>) {
  const written = ['order_key', ...Object.values(names)]
  const listed = (prefix: string) => sql.raw(written.map((name) => `${prefix}${name}`).join(', '))
  return { columns: listed(''), excluded: listed('excluded.') }
}

const rowsJson = ({ table, columns }: Rows) => sql`(
  select coalesce(json_agg(one order by one."orderKey"), '[]') from (
    select r.id, r.version, r.order_key as "orderKey", ${selected('r', columns)} from ${table} r
     where r.flame_id = f.id) one)`
/** Queries for the articles and packages of a flame `f`, in order. */
export const articlesJson = rowsJson(articleRows)
export const packagesJson = rowsJson(packageRows)

/** Changes that turn the saved rows of a dossier into the given ones. */
export interface RowChanges {
  /** Rows that are new, changed or moved. */
  readonly rows: readonly object[]
  readonly gone: readonly string[]
  /** Columns of the dossier with the time of the change. */
  readonly head: object
}

/**
 * Returns the changes that make the given rows the articles of a dossier. Ids must not belong to another dossier.
 * Errors: VALIDATION for a product or warehouse that does not exist.
 */
export async function articleChanges(
  ctx: Ctx,
  saved: readonly Article[],
  given: readonly NewArticle[],
): Promise<RowChanges> {
  const articles = await named(ctx.db, given)
  await assertWarehouses(ctx.db, articles)
  const { rows, gone } = changes(articleRows, saved, articles)
  return { rows, gone, head: toPack(articles) === toPack(saved) ? {} : { articles_changed_at: ctx.now } }
}

/** Returns the changes that make the given rows the packages of a dossier. */
export async function packageChanges(
  ctx: Ctx,
  saved: readonly PackageInfo[],
  given: readonly NewPackageInfo[],
): Promise<RowChanges> {
  const packages = await withKnownPallets(ctx.db, given)
  const { rows, gone, changed } = changes(packageRows, saved, packages)
  return { rows, gone, head: changed ? { packages_changed_at: packages.length > 0 ? ctx.now : null } : {} }
}

/** Returns the statements that write the changes, as CTEs; each returns the ids of the rows it wrote. */
export const articlesWritten = (flameId: string, written?: RowChanges) => rowsWritten(articleRows, flameId, written)
export const packagesWritten = (flameId: string, written?: RowChanges) => rowsWritten(packageRows, flameId, written)

/** Fills empty article names with the title of the product. */
async function named(db: Kysely<DB>, articles: readonly NewArticle[]): Promise<NewArticle[]> {
  const refs = articles.flatMap(({ productRef }) => productRef ?? [])
  if (refs.length === 0) return [...articles]
  const products = await db.selectFrom('product').select(['id', 'title']).where('id', 'in', refs).execute()
  const titles = new Map(products.map(({ id, title }) => [id, title]))
  const fields = articles.flatMap(({ productRef }, index) =>
    productRef && !titles.has(productRef)
      ? [{ path: `dossier.articles.${index}.productRef`, invalid: 'unknownRef' as const }]
      : [],
  )
  if (fields.length > 0) fail('VALIDATION', { fields })
  return articles.map((article) => ({
    ...article,
    productName: article.productName || (titles.get(article.productRef ?? '') ?? ''),
  }))
}

/** Throws if a warehouse no longer exists. Errors: VALIDATION for each such article. */
async function assertWarehouses(db: Kysely<DB>, articles: readonly NewArticle[]): Promise<void> {
  const known = await idsOf(
    db,
    'warehouse',
    articles.flatMap(({ warehouse }) => warehouse ?? []),
  )
  const fields = articles.flatMap(({ warehouse }, index) =>
    warehouse && !known.has(warehouse)
      ? [{ path: `dossier.articles.${index}.warehouse`, invalid: 'unknownRef' as const }]
      : [],
  )
  if (fields.length > 0) fail('VALIDATION', { fields })
}

/** Clears references to deleted pallets; the package keeps the size and weight calculated from the pallet. */
async function withKnownPallets(db: Kysely<DB>, packages: readonly NewPackageInfo[]): Promise<NewPackageInfo[]> {
  const known = await idsOf(
    db,
    'pallet',
    packages.flatMap(({ palletRef }) => palletRef ?? []),
  )
  return packages.map((info) => ({ ...info, palletRef: known.has(info.palletRef ?? '') ? info.palletRef : null }))
}

/** Returns which of the ids are used by rows of any dossier. */
export const takenIds = (db: Kysely<DB>, name: 'articles' | 'packageInfos', ids: readonly string[]) =>
  idsOf(db, name === 'articles' ? 'dossier_article' : 'dossier_package', ids)

type WithIds = 'warehouse' | 'pallet' | 'dossier_article' | 'dossier_package'

async function idsOf(db: Kysely<DB>, table: WithIds, refs: readonly string[]): Promise<Set<string>> {
  if (refs.length === 0) return new Set()
  const found = await db.selectFrom(table).select('id').where('id', 'in', refs).execute()
  return new Set(found.map(({ id }) => id))
}

/** Returns the rows that are new, changed or moved, the deleted ids, and whether more than the order changed. */
function changes<Given extends NewArticle | NewPackageInfo>(
  { columns: { fields, names } }: Rows,
  saved: readonly (Article | PackageInfo)[],
  given: readonly Given[],
) {
  const before = new Map(saved.map((row) => [row.id, row]))
  const kept = new Set(given.map(({ id }) => id))
  const gone = saved.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  const isChanged = (row: Given) => {
    const was = before.get(row.id ?? '')
    return !was || differs({ ...was }, { ...row })
  }
  const rows = given
    .map((row, index) => ({ row, orderKey: index + 1 }))
    .filter(({ row, orderKey }) => isChanged(row) || before.get(row.id ?? '')?.orderKey !== orderKey)
    .map(({ row, orderKey }) => ({ id: row.id, order_key: orderKey, ...valuesOf({ fields, names }, row) }))
  return { rows, gone, changed: gone.length > 0 || given.some(isChanged) }
}

function rowsWritten(
  { table, written: { columns, excluded } }: Rows,
  flameId: string,
  { rows = [], gone = [] }: Partial<RowChanges> = {},
) {
  return {
    removed: sql`delete from ${table} where id = any (${gone}::uuid[]) returning id`,
    saved: sql`
      insert into ${table} (id, flame_id, ${columns})
      select coalesce(id, uuid_v7()), ${flameId}::uuid, ${columns}
        from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)
      on conflict (id) do update set (${columns}) = row (${excluded}), version = ${table}.version + 1
       where ${table}.flame_id = excluded.flame_id
      returning id`,
  }
}
