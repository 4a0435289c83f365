import { expect, it } from 'vitest'
import { formatPhone } from './phone-format.ts'

it.each([
  ['+41791234567', '079 123 45 67'],
  ['+41522123456', '052 212 34 56'],
  ['+4915123456789', '+49 151 2345 6789'],
  ['+493012345678', '+49 30 1234 5678'],
  ['+436641234567', '+43 664 123 4567'],
  ['+33612345678', '+33 6 12 34 56 78'],
  ['+12025550123', '+12025550123'],
  ['intern 42', 'intern 42'],
  ['', ''],
])('%s is shown as %s', (number, shown) => {
  expect(formatPhone(number)).toBe(shown)
})
