import { expect, test } from 'vitest'
import { requiredUpTo } from './required-up-to.ts'

test('a flame must hold what its step and those before it ask for, each thing once', () => {
  const steps = [
    { id: 'asked', requires: [] },
    { id: 'ordered', requires: ['SAP_NUMBER' as const] },
    { id: 'ready', requires: ['PICKUP_DATE' as const, 'SAP_NUMBER' as const] },
    { id: 'delivered', requires: [] },
  ]
  const needs = steps.map(({ id }) => requiredUpTo(steps, id))
  expect(needs).toEqual([[], ['SAP_NUMBER'], ['SAP_NUMBER', 'PICKUP_DATE'], ['SAP_NUMBER', 'PICKUP_DATE']])
  expect(requiredUpTo(steps, 'elsewhere')).toEqual([])
})
