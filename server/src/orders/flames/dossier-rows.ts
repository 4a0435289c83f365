import { type Kysely, sql } from 'kysely'
import type { Article, NewArticle, NewPackageInfo, PackageInfo } from '#contract/orders/dossiers'
import { toPack } from '#contract/orders/packed-articles'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { differs } from './merge.ts'

/**
 * Makes these the articles of a dossier, in their order. Every id is one of those saved now. Errors: VALIDATION for a
 * product or warehouse that does not exist.
 */
export async function writeArticles(
  ctx: Ctx,
  flameId: string,
  saved: readonly Article[],
  given: readonly NewArticle[],
): Promise<void> {
  const articles = await named(ctx.db, given)
  await assertWarehouses(ctx.db, articles)
  await write(ctx.db, 'dossier_article', flameId, saved, articles, (article) => ({
    product_id: article.productRef,
    product_name: article.productName,
    quantity: article.quantity,
    discount: article.discount,
    warehouse_id: article.warehouse,
    description: article.description,
  }))
  if (toPack(articles) !== toPack(saved)) await stamp(ctx, flameId, { articles_changed_at: ctx.now.toISOString() })
}

/** The same for the packages. */
export async function writePackages(
  ctx: Ctx,
  flameId: string,
  saved: readonly PackageInfo[],
  given: readonly NewPackageInfo[],
): Promise<void> {
  const packages = await withKnownPallets(ctx.db, given)
  const changed = await write(ctx.db, 'dossier_package', flameId, saved, packages, (info) => ({
    quantity: info.quantity,
    width_in_cm: info.widthInCm,
    depth_in_cm: info.depthInCm,
    height_in_cm: info.heightInCm,
    weight_in_kg: info.weightInKg,
    description: info.description,
    pallet_id: info.palletRef,
  }))
  const at = packages.length > 0 ? ctx.now.toISOString() : null
  if (changed) await stamp(ctx, flameId, { packages_changed_at: at })
}

const stamp = (ctx: Ctx, flameId: string, columns: object) =>
  ctx.db.updateTable('dossier').set(columns).where('flame_id', '=', flameId).execute()

/** An article without a name of its own is called as its product is. */
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

/** Errors: VALIDATION for each article whose warehouse is not there any more. */
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

/** A package keeps its size and weight when the pallet that it was reckoned from is gone meanwhile. */
async function withKnownPallets(db: Kysely<DB>, packages: readonly NewPackageInfo[]): Promise<NewPackageInfo[]> {
  const known = await idsOf(
    db,
    'pallet',
    packages.flatMap(({ palletRef }) => palletRef ?? []),
  )
  return packages.map((info) => ({ ...info, palletRef: known.has(info.palletRef ?? '') ? info.palletRef : null }))
}

async function idsOf(db: Kysely<DB>, table: 'warehouse' | 'pallet', refs: readonly string[]): Promise<Set<string>> {
  if (refs.length === 0) return new Set()
  const found = await db.selectFrom(table).select('id').where('id', 'in', refs).execute()
  return new Set(found.map(({ id }) => id))
}

/** Writes the rows that are new, changed or moved, all at once; answers whether anything but the order changed. */
async function write<Given extends { id?: string | undefined }>(
  db: Kysely<DB>,
  table: 'dossier_article' | 'dossier_package',
  flameId: string,
  saved: readonly (Article | PackageInfo)[],
  given: readonly Given[],
  columnsOf: (row: Given) => object,
): Promise<boolean> {
  const before = new Map(saved.map((row) => [row.id, row]))
  const kept = new Set(given.map(({ id }) => id))
  const gone = saved.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  if (gone.length > 0) await db.deleteFrom(table).where('id', 'in', gone).execute()
  const isChanged = (row: Given) => {
    const was = before.get(row.id ?? '')
    return !was || differs({ ...was }, { ...row })
  }
  const rows = given
    .map((row, index) => ({ row, orderKey: index + 1 }))
    .filter(({ row, orderKey }) => isChanged(row) || before.get(row.id ?? '')?.orderKey !== orderKey)
    .map(({ row, orderKey }) => ({ id: row.id, order_key: orderKey, ...columnsOf(row) }))
  const [first] = rows
  if (first) {
    const names = Object.keys(first).filter((name) => name !== 'id')
    const columns = sql.join(names.map((name) => sql.ref(name)))
    const excluded = sql.join(names.map((name) => sql.ref(`excluded.${name}`)))
    await sql`
      insert into ${sql.table(table)} (id, flame_id, ${columns})
      select coalesce(id, uuid_v7()), ${flameId}::uuid, ${columns}
        from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
      on conflict (id) do update set (${columns}) = row (${excluded}), version = ${sql.table(table)}.version + 1`.execute(
      db,
    )
  }
  return gone.length > 0 || given.some(isChanged)
}
