import { expect, test } from 'vitest'
import { readExact, unitOf } from './figures.ts'

test.each([
  ['12.5 %', '%', '12.5'],
  ['12,5%', '%', '12.5'],
  ['12.5\u202f%', '%', '12.5'],
  ['12.5\u00a0%', '%', '12.5'],
  ["CHF 1'200.–", 'CHF/m', '1200'],
  ['1200.50 CHF', 'CHF/m²', '1200.50'],
  ['Fr. 12.--', 'CHF/m', '12'],
  ['29.5 KG', 'kg', '29.5'],
  ['1.20 kg/m', 'kg/m', '1.20'],
  ["1'234,50", '', '1234.50'],
  ['29.5 kg', '%', undefined],
  ['EUR 12', 'CHF/m', undefined],
  ['12 % %', '%', undefined],
  ['%', '%', undefined],
  ['1.234,50', 'kg', undefined],
])('with %s as input and %j as the unit, reads %s', (text, unit, figure) => {
  expect(readExact(text, unit)).toBe(figure)
})

test.each([
  ['weightInKg', 'kg'],
  ['maxWeightInKg', 'kg'],
  ['outerWidthInMm', 'mm'],
  ['weightPerMetreInKg', 'kg/m'],
  ['weightPerSquareMetreInKg', 'kg/m²'],
  ['pricePerMetre', 'CHF/m'],
  ['pricePerSquareMetre', 'CHF/m²'],
  ['maxCrates', ''],
])('the unit of %s is %j', (field, unit) => {
  expect(unitOf(field)).toBe(unit)
})
