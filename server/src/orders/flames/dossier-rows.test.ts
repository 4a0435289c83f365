import { describe, expect, test } from 'vitest'
import { masterData, productApi } from '#contract/lists/master-data'
import { dossierApi } from '#contract/orders/dossiers'
import type { Flame } from '#contract/orders/flames'
import { testApp } from '../../../test/app.ts'
import { article, flameEditor, flameFactory, pack } from '../../../test/flames.ts'

const { as } = await testApp()
const { buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]
const { saved } = flameEditor(as)

describe('articles and packages', () => {
  test('an article has the name of its product, and products, pallets and warehouses used cannot be removed', async () => {
    const pallet = (
      await admin.call(masterData.pallets.add, {
        body: { widthInCm: '120', heightInCm: '60', depthInCm: '80', weightInKg: '20' },
      })
    ).answer
    const product = (await admin.call(productApi.add, { body: { title: 'Schale', possiblePallet: pallet.id } })).answer
    const warehouse = (await admin.call(masterData.warehouses.add, { body: { title: 'Lager Nord' } })).answer
    const flame = await saved(await buildFlame(), {
      dossier: {
        articles: [article('', { productRef: product.id, quantity: 2, discount: '12.50', warehouse: warehouse.id })],
        packageInfos: [pack({ palletRef: pallet.id, weightInKg: '30.10' })],
      },
    })
    expect(flame.dossier).toMatchObject({
      articles: [{ orderKey: 1, productName: 'Schale', quantity: 2, discount: '12.5', warehouse: warehouse.id }],
      packageInfos: [{ orderKey: 1, weightInKg: '30.1', palletRef: pallet.id }],
    })
    expect((await admin.call(productApi.remove, { params: product })).problem).toMatchObject({
      code: 'IN_USE',
      usedBy: [{ what: 'dossier_article', count: 1 }],
    })
    expect((await admin.call(masterData.pallets.remove, { params: { id: pallet.id } })).problem.code).toBe('IN_USE')
    expect((await admin.call(masterData.warehouses.remove, { params: { id: warehouse.id } })).status).toBe(409)
  })

  test('packages stay when their pallet is removed', async () => {
    const size = { widthInCm: '120', heightInCm: '60', depthInCm: '80', weightInKg: '20' }
    const pallet = (await admin.call(masterData.pallets.add, { body: { ...size, description: 'Halbpalette' } })).answer
    const body = { title: 'Haube', possiblePallet: pallet.id }
    const { id } = (await admin.call(productApi.add, { body })).answer
    const calculated = (
      await user.call(dossierApi.calculatePackages, { body: { articles: [{ productRef: id, quantity: 1 }] } })
    ).answer
    await admin.call(productApi.update, { params: { id }, body: { ...body, version: 1, possiblePallet: null } })
    expect((await admin.call(masterData.pallets.remove, { params: { id: pallet.id } })).status).toBe(204)
    const { dossier } = await saved(await buildFlame(), { dossier: { packageInfos: calculated.packageInfos } })
    expect(dossier.packageInfos).toMatchObject([{ widthInCm: '120', description: 'Haube', palletRef: null }])
  })

  test('500 articles can be saved, reordered and removed', async () => {
    const many = Array.from({ length: 500 }, (_, at) => article(`Artikel ${at}`))
    const flame = await saved(await buildFlame(), { dossier: { articles: many } })
    expect(flame.dossier.articles).toHaveLength(500)
    const turned = await saved(flame, { dossier: { articles: flame.dossier.articles.toReversed() } })
    expect(
      turned.dossier.articles.map(({ orderKey, productName }) => `${orderKey} ${productName}`).slice(0, 2),
    ).toEqual(['1 Artikel 499', '2 Artikel 498'])
    expect(turned.dossier.articles[0]?.id).toBe(flame.dossier.articles[499]?.id)
    expect((await saved(turned, { dossier: { articles: [] } })).dossier.articles).toEqual([])
  })

  test('packages are outdated after a change of products or quantities only', async () => {
    const lacks = (flame: Flame) => flame.lacks.includes('PACKAGES_CURRENT')
    const flame = await saved(await buildFlame(), { dossier: { articles: [article('A')], packageInfos: [pack()] } })
    expect(lacks(flame)).toBe(false)
    const [first] = flame.dossier.articles
    const noted = await saved(flame, { dossier: { articles: [{ ...first, ...article('A', { discount: '5' }) }] } })
    expect(lacks(noted)).toBe(false)
    const more = await saved(noted, {
      dossier: { articles: [{ ...noted.dossier.articles[0], ...article('A', { quantity: 2 }) }] },
    })
    expect(lacks(more)).toBe(true)
    const packed = await saved(more, { dossier: { packageInfos: [pack(), pack()] } })
    expect(lacks(packed)).toBe(false)
    expect(lacks(await saved(packed, { dossier: { packageInfos: [] } }))).toBe(true)
  })
})
