import { expect, test } from 'vitest'
import { packagesOf } from './packages.ts'

const pallet = {
  id: 'p',
  title: 'Kiste',
  weightInKg: '20.10',
  widthInCm: '120.0',
  depthInCm: '80',
  heightInCm: '60.5',
}
const products = new Map([
  ['bowl', { id: 'bowl', title: 'Schale', weightInKg: '0.2', pallet }],
  ['poker', { id: 'poker', title: 'Schürhaken', weightInKg: '1', pallet: null }],
])
const article = (productRef: string | null, quantity: number) => ({ productRef, productName: 'Frei', quantity })

test('each unit of an article with a pallet is one package with their combined weight', () => {
  const { packageInfos } = packagesOf([article('bowl', 2), article('poker', 5), article(null, 1)], products)
  const one = {
    quantity: 1,
    widthInCm: '120',
    depthInCm: '80',
    heightInCm: '60.5',
    weightInKg: '20.3',
    description: 'Schale',
    palletRef: 'p',
  }
  expect(packageInfos).toEqual([one, one])
})

test('each article reports its outcome', () => {
  const { articles } = packagesOf([article('poker', 5), article('bowl', 2), article(null, 1)], products)
  expect(articles).toMatchObject([
    { productName: 'Schürhaken', outcome: 'NO_PALLET', pallet: null, productWeightInKg: '1', from: 0, to: 0 },
    {
      outcome: 'PACKAGED',
      pallet: { id: 'p', title: 'Kiste' },
      palletWeightInKg: '20.1',
      productWeightInKg: '0.2',
      from: 0,
      to: 2,
    },
    { productName: 'Frei', outcome: 'NO_PRODUCT', from: 2, to: 2 },
  ])
})
