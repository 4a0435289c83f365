import { describe, expect, it } from 'vitest'
import { type WoodMaterial, woodFrame } from './wood.ts'

const material = (title: string, from: string, to: string): WoodMaterial => ({
  id: '0198f000-0000-7000-8000-000000000001',
  title,
  fromPerimeterInMm: from,
  toPerimeterInMm: to,
  boardThicknessInMm: '27',
  weightPerSquareMetreInKg: '13.5',
  pricePerSquareMetre: '48.9',
})
const larch = material('Lärche', '1000', '2500')
const oak = material('Eiche', '2501', '4000')
const question = {
  perimeter: '2500',
  lengthInMm: '800',
  heightInMm: '700',
  depthInMm: '400',
  tray: false,
  partitionWall: false,
  backWall: false,
}

describe('a wood frame', () => {
  it('has two sides, a top and a bottom', () => {
    const answer = woodFrame(question, [larch, oak], '0')
    expect(answer.parts.map(({ part, areaInSquareMetres }) => [part, areaInSquareMetres])).toEqual([
      ['SIDES', '0.56'],
      ['TOP_AND_BOTTOM', '0.64'],
    ])
    expect(answer).toMatchObject({
      outcome: 'OK',
      materials: [{ title: 'Lärche' }],
      areaInSquareMetres: '1.2',
      weightInKg: '16.2',
      priceInChf: '58.68',
    })
  })

  it('has a tray, partition wall and back wall on request', () => {
    const answer = woodFrame({ ...question, tray: true, partitionWall: true, backWall: true }, [larch], '0')
    expect(answer.parts.map(({ areaInSquareMetres }) => areaInSquareMetres)).toEqual([
      '0.56',
      '0.64',
      '0.32',
      '0.28',
      '0.56',
    ])
    expect(answer.areaInSquareMetres).toBe('2.36')
  })

  it('adds the offcut before weight and price, and lists each step', () => {
    const answer = woodFrame(question, [larch], '12.5')
    expect(answer).toMatchObject({ areaInSquareMetres: '1.35', weightInKg: '18.225', priceInChf: '66.02' })
    expect(answer.steps.map(({ key }) => key)).toEqual([
      'SIDES',
      'TOP_AND_BOTTOM',
      'areaSum',
      'offcut',
      'weight',
      'price',
    ])
  })

  it('reports a perimeter in no span or in several, with the area', () => {
    const none = woodFrame({ ...question, perimeter: '2500.5' }, [larch, oak], '0')
    expect(none).toMatchObject({ outcome: 'NO_SPAN', materials: [], weightInKg: null, priceInChf: null })
    const both = woodFrame(question, [larch, material('Fichte', '2500', '3000')], '0')
    expect(both).toMatchObject({ outcome: 'OVERLAPPING', areaInSquareMetres: '1.2', priceInChf: null })
    expect(both.materials.map(({ title }) => title)).toEqual(['Lärche', 'Fichte'])
  })
})
