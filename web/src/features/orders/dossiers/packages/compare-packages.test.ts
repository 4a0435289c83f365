import { expect, it } from 'vitest'
import { comparePackages } from './compare-packages.ts'

const row = (quantity: number, weightInKg: string, description = 'Ring') => ({
  quantity,
  widthInCm: '120',
  depthInCm: '80',
  heightInCm: '60',
  weightInKg,
  description,
})
const compared = (present: ReturnType<typeof row>[], proposed: ReturnType<typeof row>[]) =>
  comparePackages(present, proposed).map(({ change, quantity, info }) => [change, quantity, info.weightInKg])

it('equal packages are counted across rows, however their numbers are written', () => {
  expect(compared([row(3, '50')], [row(1, '50.0'), row(1, '50')])).toEqual([
    ['SAME', 2, '50'],
    ['GONE', 1, '50'],
  ])
})

it('new and removed packages are named', () => {
  expect(compared([row(1, '90', 'von Hand')], [row(2, '50')])).toEqual([
    ['GONE', 1, '90'],
    ['NEW', 2, '50'],
  ])
  expect(compared([], [])).toEqual([])
})
