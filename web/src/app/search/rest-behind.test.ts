import { expect, test } from 'vitest'
import { restBehind } from './rest-behind.ts'

test.each([
  ['Flamme für', 'flamme fuer', null],
  ['Flamme für', 'flamme fur  Anna   Muster', 'Anna Muster'],
  ['Flamme für', 'Flamme für ', ''],
  ['Flamme für', 'Flamme', null],
  ['E-mail à', 'e-mail a Zoé', 'Zoé'],
])('the rest behind «%s» in «%s»', (phrase, typed, rest) => {
  expect(restBehind(phrase, typed)).toBe(rest)
})
