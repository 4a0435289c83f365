import { expect, test } from 'vitest'
import { z } from 'zod'
import { ContactColumnFilters } from '#contract/contacts/contacts'
import { languages } from '#contract/limits'
import { valueWords } from './search.queries.ts'
import { contactWords } from './words.ts'

test('every value of the enumerated columns has a word in each language', () => {
  const values = Object.entries(ContactColumnFilters.shape).flatMap(([column, filter]) => {
    const schema = filter.unwrap()
    return schema instanceof z.ZodEnum ? [[column as keyof ContactColumnFilters, schema.options] as const] : []
  })
  expect(values.map(([column]) => column)).toEqual(['salutation', 'customerType'])
  for (const [column, options] of values) {
    for (const language of languages) {
      const words = valueWords(column, contactWords[language])
      expect(Object.keys(words ?? {}).sort()).toEqual([...options].sort())
      for (const word of Object.values(words ?? {})) expect(word).not.toBe('')
    }
  }
})
