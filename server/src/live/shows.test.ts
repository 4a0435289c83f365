import { expect, test } from 'vitest'
import { subjects } from '#contract/live'
import { reading } from '../../test/reads.ts'

test('every call that reads says what its answer shows', () => {
  expect(reading.length).toBeGreaterThan(100)
  expect(reading.filter(({ shows }) => !shows).map(({ path }) => path)).toEqual([])
})

test('what they show are subjects with their keys, filled from what is asked', () => {
  for (const { path, shows = [], query } of reading) {
    const asked = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const queried = Object.keys((query as { shape?: object }).shape ?? {})
    for (const text of shows) {
      const [kind = '', ...pairs] = text.split(' ')
      expect(Object.keys(subjects), path).toContain(kind)
      for (const pair of pairs) {
        const [key = '', value = ''] = pair.split('=')
        expect(subjects[kind as keyof typeof subjects].keys as readonly string[], `${path} ${text}`).toContain(key)
        if (value.startsWith(':')) expect([...asked, ...queried], `${path} ${text}`).toContain(value.slice(1))
      }
    }
  }
})
