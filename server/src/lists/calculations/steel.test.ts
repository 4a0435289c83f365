import { describe, expect, it } from 'vitest'
import { type SteelTube, steelFrame } from './steel.ts'

const tube = (values: Partial<SteelTube> = {}): SteelTube => ({
  id: '0198f000-0000-7000-8000-000000000001',
  title: 'Vierkant 40',
  stockLengthInMm: '6000',
  weightPerMetreInKg: '3.45',
  pricePerMetre: '7.9',
  ...values,
})
const question = { lengthInMm: '1200', widthInMm: '800', marginInMm: '40' }

describe('a frame of steel tubes', () => {
  it('has two pieces in length and two in width, each with the margin at both ends', () => {
    const { pieces, totalLengthInMm, steps } = steelFrame(question, [], '3')
    expect(pieces.map(({ lengthInMm }) => lengthInMm)).toEqual(['1280', '1280', '880', '880'])
    expect(totalLengthInMm).toBe('4332')
    expect(steps.map(({ key, result }) => [key, result])).toEqual([
      ['pieceLength', '1280'],
      ['pieceWidth', '880'],
      ['pieceSum', '4320'],
      ['totalLength', '4332'],
    ])
  })

  it('has weight and price by its total length, rounded once at the end', () => {
    const [result] = steelFrame(question, [tube()], '3').tubes
    expect(result).toMatchObject({
      outcome: 'OK',
      wasteInMm: '1668',
      weightInKg: '14.945',
      priceInChf: '34.22',
      stockPriceInChf: '47.4',
    })
    expect(result?.stockLengths).toHaveLength(1)
    expect(result?.stockLengths[0]?.restInMm).toBe('1668')
  })

  it('is cut with the longest pieces first, filling the rest of each bar', () => {
    const [result] = steelFrame({ ...question, lengthInMm: '1720' }, [tube({ stockLengthInMm: '2700' })], '0').tubes
    expect(result?.stockLengths.map((bar) => bar.pieces.map(({ lengthInMm }) => lengthInMm))).toEqual([
      ['1800', '880'],
      ['1800', '880'],
    ])
    expect(result?.stockLengths.map(({ restInMm }) => restInMm)).toEqual(['20', '20'])
  })

  it('counts the saw cut when a piece is fitted', () => {
    const short = tube({ stockLengthInMm: '1760' })
    expect(steelFrame({ ...question, lengthInMm: '800' }, [short], '0').tubes[0]?.stockLengths).toHaveLength(2)
    expect(steelFrame({ ...question, lengthInMm: '800' }, [short], '0.1').tubes[0]?.stockLengths).toHaveLength(4)
  })

  it('reports a piece longer than the stock length and calculates nothing', () => {
    const [result] = steelFrame(question, [tube({ stockLengthInMm: '1282' })], '3').tubes
    expect(result).toMatchObject({ outcome: 'TOO_LONG', longestInMm: '1283', stockLengths: [], steps: [] })
    expect(steelFrame(question, [tube({ stockLengthInMm: '1283' })], '3').tubes[0]?.outcome).toBe('OK')
  })

  it('is calculated exactly in decimals', () => {
    const answer = steelFrame({ lengthInMm: '0.1', widthInMm: '0.2', marginInMm: '0' }, [], '0.1')
    expect(answer.totalLengthInMm).toBe('1')
  })
})
