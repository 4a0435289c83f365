import { sql } from 'kysely'
import { without } from '#contract/orders/flame-search'
import type { Tile, TileSpan } from '#contract/overview/dashboards'

import { pathTo, type ScreenParams } from '#contract/routes'
import { seenBy } from '../../db/assigned.ts'
import { startOfDay } from '../../db/days.ts'
import type { Ctx } from '../../http/context.ts'
import { daysOfMonth, figure, sumOf, table } from './tile.ts'

const mostProducts = 10

/** Returns figures of orders: flames that were archived within the span, by the month of archiving. */
export async function ordersTile(ctx: Ctx, span: TileSpan): Promise<Tile> {
  const { from, to } = span
  const [{ months, countries, customerTypes }, products] = await Promise.all([
    countOrders(ctx, from, to),
    byProduct(ctx, from, to),
  ])
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

/** Orders `o` within the span. */
const ordersIn = (ctx: Ctx, from: string, to: string) => sql`
  flame_order o where o.archived_at >= ${startOfDay(from)} and o.archived_at < ${startOfDay(to, 1)}
   and ${seenBy('blackboard', sql`o.blackboard_id`, ctx.actor)}`

interface Counted {
  label: string
  orders: number
}
interface Month extends Counted {
  articles: number
  crates: number
  weight: number
}

/** Counts orders by month, by country of delivery, and by customer type. */
async function countOrders(ctx: Ctx, from: string, to: string) {
  const { rows } = await sql<Month & { by: 'MONTH' | 'COUNTRY' | 'CUSTOMER_TYPE' }>`
    select case when month is not null then 'MONTH' when country is not null then 'COUNTRY' else 'CUSTOMER_TYPE' end as by,
           coalesce(to_char(month, 'YYYY-MM'), country, customer_type) as label,
           count(*)::int as orders, sum(articles)::float8 as articles, sum(crates)::float8 as crates,
           sum(weight_in_kg)::float8 as weight
      from ${ordersIn(ctx, from, to)} group by grouping sets ((month), (country), (customer_type))
     order by month, orders desc, label`.execute(ctx.db)
  const those = (by: (typeof rows)[number]['by']) => rows.filter((row) => row.by === by)
  return { months: those('MONTH'), countries: those('COUNTRY'), customerTypes: those('CUSTOMER_TYPE') }
}

interface Product {
  id: string
  label: string
  quantity: number
  orders: number
}

/** Counts only main products, as marked in the list of products. */
async function byProduct(ctx: Ctx, from: string, to: string): Promise<Product[]> {
  const { rows } = await sql<Product>`
    select p.id, p.title as label, n.quantity, n.orders
      from (select one.product_id, sum(one.quantity)::float8 as quantity, count(*)::int as orders
              from (select unnest(o.products) as product_id, unnest(o.quantities) as quantity from ${ordersIn(ctx, from, to)}) as one
             group by one.product_id) as n
      join product p on p.id = n.product_id and p.main_product
     order by n.quantity desc, fold(p.title), p.id limit ${sql.lit(mostProducts)}`.execute(ctx.db)
  return rows
}
