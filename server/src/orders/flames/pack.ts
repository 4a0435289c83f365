import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint'
import { limits } from '#contract/limits'
import type { dossierApi } from '#contract/orders/dossiers'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { type PackableProduct, packagesOf } from './packages.ts'

/** Returns the packages that articles need. Errors: VALIDATION for more packages than a dossier may have. */
export async function calculatePackages(ctx: Ctx, { articles }: BodyOf<typeof dossierApi.calculatePackages>) {
  const refs = articles.flatMap(({ productRef }) => productRef ?? [])
  const { rows } = await sql<PackableProduct>`
    select p.id, p.title, p.weight_in_kg as "weightInKg", case when l.id is not null then json_build_object(
             'id', l.id, 'title', l.title, 'weightInKg', l.weight_in_kg::text, 'widthInCm', l.width_in_cm::text,
             'depthInCm', l.depth_in_cm::text, 'heightInCm', l.height_in_cm::text) end as pallet
      from product p left join pallet l on l.id = p.possible_pallet where p.id = any (${refs}::uuid[])`.execute(ctx.db)
  const products = new Map(rows.map((product) => [product.id, product]))
  const units = articles.reduce((sum, one) => sum + (products.get(one.productRef ?? '')?.pallet ? one.quantity : 0), 0)
  if (units > limits.dossier.packages) {
    fail('VALIDATION', {
      fields: [{ path: 'packageInfos', invalid: 'maxItems', values: { count: limits.dossier.packages } }],
    })
  }
  return packagesOf(articles, products)
}
