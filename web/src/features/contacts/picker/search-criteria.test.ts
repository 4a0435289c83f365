import { expect, it } from 'vitest'
import { criteriaOf, formOf, hasText, isEmpty, readCriteria } from './search-criteria.ts'

it('criteria are read from the address, without those that are invalid, and survive the form', () => {
  const criteria = readCriteria({
    surname: ' Müller ',
    zipCode: 8000,
    customer: 'true',
    reseller: 'no',
    city: '',
    x: 'y',
  })
  expect(criteria).toEqual({ surname: 'Müller', zipCode: '8000', customer: true })
  expect(criteriaOf(formOf(criteria))).toEqual(criteria)
})

it('criteria can be empty, or have no text', () => {
  expect(isEmpty(readCriteria({}))).toBe(true)
  expect(hasText({ customer: true })).toBe(false)
  expect(hasText({ country: 'CH' })).toBe(true)
})
