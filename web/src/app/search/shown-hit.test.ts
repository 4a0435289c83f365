import { expect, it } from 'vitest'
import { foundText } from './shown-hit.ts'

it('a phone number that was found is grouped; digits of any other text are not', () => {
  expect(foundText({ matched: { field: 'PHONE_NUMBER', text: '+41795550102' } })).toBe('079 555 01 02')
  expect(foundText({ matched: { field: 'TEXT', text: '+41795550102' } })).toBe('+41795550102')
})
