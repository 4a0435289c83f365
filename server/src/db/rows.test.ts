import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Percent } from '#contract/decimals'
import { Id, Minute, OptionalText } from '#contract/endpoint'
import { testDatabase } from '../../test/database.ts'
import { columnsOf, decimalsOf, jsonPairs, selected, valuesOf } from './rows.ts'

const { kysely } = await testDatabase()

const articleFields = {
  productRef: Id.nullable(),
  productName: OptionalText(255),
  quantity: z.int(),
  discount: Percent.nullable(),
  warehouse: Id.nullable(),
  description: OptionalText(2000),
}
const articles = columnsOf('dossier_article', articleFields, { warehouse: 'warehouse_id' })
const textOf = (fragment: ReturnType<typeof selected>) => fragment.compile(kysely).sql

test('a field maps to the column of its name, a reference to its id column, an exception to its own', () => {
  expect(articles.names).toEqual({
    productRef: 'product_id',
    productName: 'product_name',
    quantity: 'quantity',
    discount: 'discount',
    warehouse: 'warehouse_id',
    description: 'description',
  })
})

test('a field without a column, or a missing column, does not compile', () => {
  // @ts-expect-error: sector has no colour
  columnsOf('sector', { title: OptionalText(1), colour: OptionalText(1) })
  // @ts-expect-error: sector has no hue
  columnsOf('sector', { colour: OptionalText(1) }, { colour: 'hue' })
  expect(columnsOf('sector', { name: OptionalText(1) }, { name: 'title' }).names).toEqual({ name: 'title' })
})

test('a field of another type than its column does not compile', () => {
  // @ts-expect-error: a discount is an exact decimal
  columnsOf('dossier_article', { discount: z.boolean() })
  // @ts-expect-error: every article has a quantity
  columnsOf('dossier_article', { quantity: z.int().nullable() })
  // @ts-expect-error: there is no such state
  columnsOf('todo', { state: z.enum(['OPEN', 'LOST']) })
  // @ts-expect-error: any text is a title
  columnsOf('sector', { title: z.enum(['OPEN', 'DONE']).nullable() })
  expect(columnsOf('todo', { state: z.enum(['OPEN', 'DONE']) }).names).toEqual({ state: 'state' })
})

test('decimals are read as exact texts and instants in UTC', async () => {
  const flame = columnsOf(
    'flame',
    { assigneeRef: Id.nullable(), reminderAtUtc: Minute.nullable() },
    {
      reminderAtUtc: 'reminder_at',
    },
  )
  expect(textOf(selected('f', flame))).toBe('f.assignee_id as "assigneeRef", iso(f.reminder_at) as "reminderAtUtc"')
  expect(textOf(jsonPairs('f', flame))).toBe(`'assigneeRef', f.assignee_id, 'reminderAtUtc', iso(f.reminder_at)`)
  const { rows } = await sql`
    select ${selected('a', articles)} from (values (null, 'Bowl', 2, 12.50::numeric, null, ''))
      as a (product_id, product_name, quantity, discount, warehouse_id, description)`.execute(kysely)
  expect(rows).toMatchObject([{ productName: 'Bowl', discount: '12.5' }])
})

test('only given values are written, including null', () => {
  const given = { productName: 'Bowl', discount: null, warehouse: undefined, unknown: 1 }
  expect(valuesOf(articles, given)).toEqual({ product_name: 'Bowl', discount: null })
  // @ts-expect-error: a quantity is a number
  valuesOf(articles, { quantity: '2' })
})

test('decimals are found inside nullable and default schemas', () => {
  const shape = { price: Percent.nullable().default(null), number: OptionalText(9), count: z.int() }
  expect([...decimalsOf(shape, { share: Percent })]).toEqual(['price', 'share'])
})
