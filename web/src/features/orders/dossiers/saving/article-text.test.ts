import { expect, it } from 'vitest'
import { articleFields } from '#contract/orders/dossiers'
import { articleText } from './article-text.ts'

const inWords = (_: string, value: unknown) => (typeof value === 'string' ? value : '')
const textOf = (values: object) =>
  articleText({ quantity: 2, productName: '', ...values }, (field) => `«${field}»`, inWords)

it('the text of an article names each of its fields, so that a conflict hides none', () => {
  const text = textOf(Object.fromEntries(Object.keys(articleFields).map((field) => [field, `value of ${field}`])))
  for (const field of Object.keys(articleFields).filter((name) => name !== 'productRef')) {
    expect(text).toContain(`value of ${field}`)
  }
  expect(textOf({ quantity: 3, productName: 'Schale', discount: '10', warehouse: null, description: '' })).toBe(
    '3 × Schale, «discount»: 10',
  )
  expect(textOf({})).toBe('2 × –')
})
