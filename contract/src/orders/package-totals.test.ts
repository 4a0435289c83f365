import { expect, test } from 'vitest'
import { packageTotals } from './package-totals.ts'

const one = { quantity: 1, widthInCm: '120', depthInCm: '80', heightInCm: '60.5', weightInKg: '20.3' }

test('totals of packages are not rounded', () => {
  expect(packageTotals([])).toEqual({ quantity: 0, weightInKg: '0', volumeInCubicMetres: '0' })
  expect(packageTotals([one, { ...one, quantity: 3, weightInKg: '0.1' }])).toEqual({
    quantity: 4,
    weightInKg: '20.6',
    volumeInCubicMetres: '2.3232',
  })
})

test('totals beyond the range of a number are exact', () => {
  const huge = { widthInCm: '100000', depthInCm: '100000', heightInCm: '99999.999999', weightInKg: '99999.999999' }
  const packages = Array.from({ length: 2000 }, () => ({ ...huge, quantity: 100_000 }))
  expect(packageTotals(packages)).toEqual({
    quantity: 200_000_000,
    weightInKg: '19999999999800',
    volumeInCubicMetres: '199999999998000000',
  })
})
