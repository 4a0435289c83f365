import { sql } from 'kysely'
import { without } from '#contract/orders/flame-search'
import type { Tile, TileSpan } from '#contract/overview/dashboards'
import { pathTo, type ScreenParams } from '#contract/routes'
import { startOfDay, zurich } from '../../db/days.ts'
import type { Ctx } from '../../http/context.ts'
import { flameFrom, flameInStep, seen } from '../../orders/flames/flames.ts'
import { daysOfMonth, figure, sumOf, table } from './tile.ts'

const mostProducts = 10

/** An order is a flame that was archived within the span; its month is that of the archiving. */
export async function ordersTile(ctx: Ctx, span: TileSpan): Promise<Tile> {
  const { from, to } = span
  const [months, products] = [await byMonth(ctx, from, to), await byProduct(ctx, from, to)]
  const { countries, customerTypes } = await byCustomer(ctx, from, to)
  const archived = (more: ScreenParams<'allArchivedFlames'> = {}) =>
    pathTo('allArchivedFlames', { since: from, until: to, ...more })
  const ofMonth = ({ label }: Month) => archived(daysOfMonth(label, span))
  const ofProduct = ({ id }: Product) => archived({ product: id })
  return {
    figures: [
      figure(
        'orders',
        sumOf(months, ({ orders }) => orders),
        archived(),
      ),
      figure(
        'articles',
        sumOf(months, ({ articles }) => articles),
        archived(),
      ),
      figure(
        'crates',
        sumOf(months, ({ crates }) => crates),
        archived(),
      ),
      figure(
        'orderWeight',
        sumOf(months, ({ weight }) => weight),
        archived(),
        'kilograms',
      ),
    ],
    tables: [
      table('ordersByMonth', 'month', months, [
        { name: 'orders', value: ({ orders }) => orders, link: ofMonth },
        { name: 'articles', value: ({ articles }) => articles, link: ofMonth },
        { name: 'crates', value: ({ crates }) => crates, link: ofMonth },
        { name: 'weight', unit: 'kilograms', value: ({ weight }) => weight, link: ofMonth },
      ]),
      table('ordersByProduct', 'text', products, [
        { name: 'quantity', value: ({ quantity }) => quantity, link: ofProduct },
        { name: 'orders', value: ({ orders }) => orders, link: ofProduct },
      ]),
      table('ordersByCountry', 'country', countries, [
        {
          name: 'orders',
          value: ({ orders }) => orders,
          link: ({ label }) => archived({ country: label || without }),
        },
      ]),
      table('ordersByCustomerType', 'customerType', customerTypes, [
        {
          name: 'orders',
          value: ({ orders }) => orders,
          link: ({ label }) => archived({ customerType: label || without }),
        },
      ]),
    ],
  }
}

const archivedIn = (ctx: Ctx, from: string, to: string) => sql`
  f.archived_at >= ${startOfDay(from)} and f.archived_at < ${startOfDay(to, 1)}
  and f.deleted_at is null and f.archived_at is not null and ${seen(ctx)}`

interface Month {
  label: string
  orders: number
  articles: number
  crates: number
  weight: number
}

async function byMonth(ctx: Ctx, from: string, to: string): Promise<Month[]> {
  const { rows } = await sql<Month>`
    with orders as materialized (
      select f.id, date_trunc('month', ${zurich(sql`f.archived_at`)})::date as month from ${flameInStep}
       where ${archivedIn(ctx, from, to)})
    select to_char(month, 'YYYY-MM') as label, count(*)::int as orders,
           coalesce(sum(a.quantity), 0)::float8 as articles, coalesce(sum(p.quantity), 0)::float8 as crates,
           coalesce(sum(p.weight), 0)::float8 as weight
      from orders o
      left join lateral (select sum(quantity) as quantity from dossier_article where flame_id = o.id) a on true
      left join lateral (
        select sum(quantity) as quantity, sum(quantity * weight_in_kg) as weight from dossier_package where flame_id = o.id) p on true
     group by month order by month`.execute(ctx.db)
  return rows
}

interface Product {
  id: string
  label: string
  quantity: number
  orders: number
}

/** Main products alone, as the list of products marks them. */
async function byProduct(ctx: Ctx, from: string, to: string): Promise<Product[]> {
  const { rows } = await sql<Product>`
    select p.id, p.title as label, sum(a.quantity)::float8 as quantity, count(distinct f.id)::int as orders
      from ${flameInStep} join dossier_article a on a.flame_id = f.id join product p on p.id = a.product_id and p.main_product
     where ${archivedIn(ctx, from, to)} group by p.id, p.title
     order by quantity desc, fold(p.title), p.id limit ${sql.lit(mostProducts)}`.execute(ctx.db)
  return rows
}

interface Counted {
  label: string
  orders: number
}

/** By the country they went to, and by the type of the customer. */
async function byCustomer(
  ctx: Ctx,
  from: string,
  to: string,
): Promise<{ countries: Counted[]; customerTypes: Counted[] }> {
  const { rows } = await sql<Counted & { isCountry: boolean }>`
    with orders as (
      select coalesce(delivery.country, billing.country, '') as country, coalesce(c.customer_type, '') as customer_type
        from ${flameFrom}
        left join address delivery on delivery.id = d.delivery_address_id
        left join address billing on billing.id = d.billing_address_id
       where ${archivedIn(ctx, from, to)})
    select country is not null as "isCountry", coalesce(country, customer_type) as label, count(*)::int as orders
      from orders group by grouping sets ((country), (customer_type)) order by orders desc, label`.execute(ctx.db)
  return {
    countries: rows.filter(({ isCountry }) => isCountry),
    customerTypes: rows.filter(({ isCountry }) => !isCountry),
  }
}
