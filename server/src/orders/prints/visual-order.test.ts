import { expect, test } from 'vitest'
import { hasRightToLeft, inVisualOrder } from './visual-order.ts'

test.each([
  ['Feuerschale 12', 'Feuerschale 12'],
  ['שלום עולם', 'עולם שלום'],
  ['An שלום עולם, Zürich', 'An עולם שלום, Zürich'],
  ['مرحبا بالعالم Test 12:30', 'بالعالم مرحبا Test 12:30'],
  ['شارع الملك 12', '12 الملك شارع'],
  ['שלום (גדול מאוד) עולם', 'עולם (מאוד גדול) שלום'],
  ['Pos. 3: שלום', 'Pos. 3: שלום'],
  ['(שלום)', '(שלום)'],
  ['רחוב 5/7, תל אביב', 'אביב תל ,5/7 רחוב'],
])('%s is printed in the order that a screen shows', (line, shown) => {
  expect(inVisualOrder(line).join('')).toBe(shown)
})

test.each([
  ['شارع الملك ١٢', '٢١ الملك شارع'],
  ['۱۲.۵ Test', '۵.۲۱ Test'],
  ['١٢', '٢١'],
])('the digits of %s, which the library reverses, are printed in reading order', (line, given) => {
  expect(hasRightToLeft(line)).toBe(true)
  expect(inVisualOrder(line).join('')).toBe(given)
})

test('scripts without a blank between them are pieces of their own', () => {
  expect(inVisualOrder('Testשלום')).toEqual(['Test', 'שלום'])
  expect(inVisualOrder('עולםTestمرحبا7')).toEqual(['עולם', 'Test', '7', 'مرحبا'])
})
