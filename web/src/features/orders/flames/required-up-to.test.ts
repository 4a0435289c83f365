import { expect, test } from 'vitest'
import { requiredUpTo } from './required-up-to.ts'

test('a flame needs what its step and the steps before it require, each requirement once', () => {
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
