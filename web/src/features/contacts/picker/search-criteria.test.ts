import { expect, it } from 'vitest'
import { criteriaOf, formOf, hasText, isEmpty, readCriteria } from './search-criteria.ts'

it('keeps what was asked for in the address and reads it from there', () => {
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

it('knows what is nothing and what is no text', () => {
  expect(isEmpty(readCriteria({}))).toBe(true)
  expect(hasText({ customer: true })).toBe(false)
  expect(hasText({ country: 'CH' })).toBe(true)
})
