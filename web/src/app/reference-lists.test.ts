import { expect, it } from 'vitest'
import { referenceLists } from './reference-lists.ts'

it('the lists that many screens select from are loaded in the order of the specification', () => {
  expect(referenceLists.map(({ path }) => path)).toEqual([
    '/api/users',
    '/api/mailboxes',
    '/api/templates',
    '/api/misc/sectors',
    '/api/misc/warehouses',
    '/api/blackboards/_all',
  ])
})
