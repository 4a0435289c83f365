import { describe, expect, it } from 'vitest'
import { calculationApi } from '#contract/lists/calculations'
import { masterData } from '#contract/lists/master-data'
import { testApp } from '../../../test/app.ts'

const { as, app, sessionOf } = await testApp()
const { steelTubes, woodFrames } = masterData

const tube = {
  title: 'Vierkant 40 x 40 x 3',
  outerWidthInMm: '40',
  wallInMm: '3',
  stockLengthInMm: '6000',
  weightPerMetreInKg: '3.45',
  pricePerMetre: '7.90',
}
const frame = {
  title: 'Lärche 27',
  fromPerimeterInMm: '1000',
  toPerimeterInMm: '2500',
  boardThicknessInMm: '27',
  weightPerSquareMetreInKg: '13.5',
  pricePerSquareMetre: '48.9',
}
const steelQuestion = { lengthInMm: '1200', widthInMm: '800', marginInMm: '40' }

describe('steel tubes', () => {
  it('are added, listed, changed, used in a calculation and removed', async () => {
    const added = await as('ADMIN').call(steelTubes.add, { body: tube })
    expect(added.answer).toMatchObject(tube)
    const { id, version } = added.answer
    const same = await as('ADMIN').call(steelTubes.add, { body: { ...tube, title: tube.title.toUpperCase() } })
    expect([same.status, same.problem.code]).toEqual([409, 'TITLE_EXIST'])

    const calc = await as('ADMIN').call(calculationApi.steelTubes, { query: steelQuestion })
    expect(calc.answer).toMatchObject({ sawCutInMm: '3', totalLengthInMm: '4332' })
    expect(calc.answer.tubes).toMatchObject([{ tubeRef: id, outcome: 'OK', priceInChf: '34.22' }])

    const changed = await as('ADMIN').call(steelTubes.update, {
      params: { id },
      body: { ...tube, version, stockLengthInMm: '1000' },
    })
    expect(changed.answer.version).toBe(version + 1)
    const stale = await as('ADMIN').call(steelTubes.update, { params: { id }, body: { ...tube, version } })
    expect(stale.problem).toMatchObject({ code: 'STALE_VERSION', current: { stockLengthInMm: '1000' } })
    const tooLong = await as('ADMIN').call(calculationApi.steelTubes, { query: steelQuestion })
    expect(tooLong.answer.tubes[0]?.outcome).toBe('TOO_LONG')

    expect((await as('ADMIN').call(steelTubes.remove, { params: { id } })).status).toBe(204)
    expect((await as('ADMIN').call(steelTubes.list, {})).answer).toEqual([])
  })

  it('with a wall thicker than half the tube are refused at the field', async () => {
    const { problem } = await as('ADMIN').call(steelTubes.add, { body: { ...tube, wallInMm: '20.5' } })
    expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'wallInMm', code: 'wallTooThick' }] })
  })
})

describe('wood frames', () => {
  it('are calculated for the material whose span contains the perimeter', async () => {
    await as('ADMIN').call(woodFrames.add, { body: frame })
    const query = { perimeter: '2500', lengthInMm: '800', heightInMm: '700', depthInMm: '400' }
    const calc = await as('ADMIN').call(calculationApi.woodFrames, { query: { ...query, tray: 'true' } })
    expect(calc.answer).toMatchObject({ outcome: 'OK', areaInSquareMetres: '1.52', priceInChf: '74.33' })
    const outside = await as('ADMIN').call(calculationApi.woodFrames, { query: { ...query, perimeter: '2501' } })
    expect(outside.answer.outcome).toBe('NO_SPAN')
  })

  it('with a span that ends before it begins are refused at the field', async () => {
    const { problem } = await as('ADMIN').call(woodFrames.add, {
      body: { ...frame, title: 'Verkehrt', toPerimeterInMm: '999' },
    })
    expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'toPerimeterInMm', code: 'spanOrder' }] })
  })
})

describe('factors', () => {
  it('are listed, and a changed factor applies at once', async () => {
    const { answer: factors } = await as('ADMIN').call(calculationApi.factors, {})
    expect(factors.map(({ key, value, unit }) => [key, value, unit])).toEqual([
      ['SAW_CUT', '3', 'mm'],
      ['WOOD_OFFCUT', '0', '%'],
    ])
    const [sawCut] = factors
    if (!sawCut) throw new Error('no factor')
    const { id, version, title, description } = sawCut
    const body = { version, title, description, value: '2.5' }
    expect((await as('ADMIN').call(calculationApi.updateFactor, { params: { id }, body })).status).toBe(200)
    const calc = await as('ADMIN').call(calculationApi.steelTubes, { query: steelQuestion })
    expect(calc.answer.totalLengthInMm).toBe('4330')
    const stale = await as('ADMIN').call(calculationApi.updateFactor, { params: { id }, body })
    expect(stale.problem).toMatchObject({ code: 'STALE_VERSION', current: { value: '2.5' } })
  })
})

describe('invalid figures', () => {
  it.each([
    ['0', 'min'],
    ['-5', 'min'],
    ['1e9', 'number'],
    ['1000000000', 'max'],
    ['lang', 'number'],
    ['', 'required'],
    ['NaN', 'number'],
    ['Infinity', 'number'],
    ['1,5', 'number'],
    ['1.234', 'scale'],
    ['9'.repeat(400), 'number'],
  ])('%s is refused with its reason', async (lengthInMm, code) => {
    const { status, problem } = await as('ADMIN').call(calculationApi.steelTubes, {
      query: { ...steelQuestion, lengthInMm },
    })
    expect([status, problem.code]).toEqual([400, 'VALIDATION'])
    expect(problem.errors).toMatchObject([{ path: 'lengthInMm', code }])
  })

  it('that are repeated or missing are refused', async () => {
    const cookie = await sessionOf('ADMIN')
    const url = '/api/calculations/steel-tubes/calc'
    const twice = `${url}?lengthInMm=1&lengthInMm=2&widthInMm=1&marginInMm=1`
    for (const path of [url, twice, `${url}?lengthInMm=%00&widthInMm=1&marginInMm=1`]) {
      const { statusCode } = await app.inject({ url: path, headers: { cookie } })
      expect(statusCode, path).toBe(400)
    }
  })
})
