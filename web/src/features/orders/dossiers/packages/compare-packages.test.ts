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

it('counts packages of one sort over their rows, however a figure is written', () => {
  expect(compared([row(3, '50')], [row(1, '50.0'), row(1, '50')])).toEqual([
    ['SAME', 2, '50'],
    ['GONE', 1, '50'],
  ])
})

it('names what comes and what goes', () => {
  expect(compared([row(1, '90', 'von Hand')], [row(2, '50')])).toEqual([
    ['GONE', 1, '90'],
    ['NEW', 2, '50'],
  ])
  expect(compared([], [])).toEqual([])
})
