import { describe, expect, test } from 'vitest'
import { mergeFields, mergeRows, type Row } from './merge.ts'

describe('merged fields', () => {
  const base = { notes: 'alt', oss: false, weightInKg: '12.5', date: null }

  test('take a change made by one side only', () => {
    const current = { ...base, notes: 'ihr Text' }
    const sent = { ...base, oss: true }
    expect(mergeFields(base, current, sent)).toEqual({ value: { oss: true }, collisions: [] })
  })

  test('collide only when both sides changed them differently', () => {
    const current = { ...base, notes: 'gleich', oss: true }
    const sent = { ...base, notes: 'gleich', oss: null, date: 'heute' }
    expect(mergeFields(base, current, sent, { path: 'dossier.' })).toEqual({
      value: { date: 'heute' },
      collisions: ['dossier.oss'],
    })
  })

  test('stay when left out or equal in another notation', () => {
    expect(mergeFields(base, base, { weightInKg: '12.50', notes: undefined })).toEqual({ value: {}, collisions: [] })
  })

  test('with digits as text differ in another notation', () => {
    const order = { sapOrdernumber: '0815', certificateName: '7' }
    const sent = { sapOrdernumber: '815', certificateName: '7.0' }
    expect(mergeFields(order, order, sent)).toEqual({ value: sent, collisions: [] })
  })
})

describe('merged rows', () => {
  const row = (id: string, text = id): Row => ({ id, version: 1, orderKey: 1, text })
  const fresh = (text: string): Row => ({ text })
  const names = (rows: readonly Row[]) => rows.map(({ text }) => text)
  const merge = (base: Row[], current: Row[], sent: Row[]) => {
    const { value, collisions } = mergeRows({ base, current, sent }, 'articles')
    return { names: names(value), collisions }
  }
  const [a, b, c] = [row('a'), row('b'), row('c')]

  test('combine changed, added and removed rows of both sides', () => {
    const theirs = [row('a', 'A'), b, c, row('d')]
    expect(merge([a, b, c], theirs, [a, row('c', 'C'), fresh('neu')])).toEqual({
      names: ['A', 'C', 'neu', 'd'],
      collisions: [],
    })
  })

  test('collide in a field changed by both sides', () => {
    expect(merge([a], [row('a', 'ihr')], [row('a', 'mein')]).collisions).toEqual(['articles.a.text'])
  })

  test('collide when one side removed what the other changed', () => {
    expect(merge([a, b], [row('a', 'ihr'), b], [b]).collisions).toEqual(['articles.a'])
    expect(merge([a, b], [b], [row('a', 'mein'), b]).collisions).toEqual(['articles.a'])
  })

  test('lose a row that one side removed and the other left unchanged', () => {
    expect(merge([a, b], [a, b], [b])).toEqual({ names: ['b'], collisions: [] })
    expect(merge([a, b], [b], [a, b])).toEqual({ names: ['b'], collisions: [] })
  })

  test('follow the order of the side that changed it', () => {
    expect(merge([a, b, c], [a, b, c], [c, a, b]).names).toEqual(['c', 'a', 'b'])
    expect(merge([a, b, c], [c, b, a], [a, b, c]).names).toEqual(['c', 'b', 'a'])
    expect(merge([a, b, c], [a, row('x'), b, c], [c, fresh('neu'), b, a]).names).toEqual(['c', 'neu', 'b', 'a', 'x'])
    expect(merge([a, b, c], [c, b, a], [b, a, c]).collisions).toEqual(['articles'])
    expect(merge([a, b, c], [c, b, a], [c, b, a]).collisions).toEqual([])
  })

  test('keep new rows where they were inserted', () => {
    expect(merge([a, b], [a, b], [fresh('oben'), a, fresh('mitten'), b]).names).toEqual(['oben', 'a', 'mitten', 'b'])
  })
})
