import { expect, it } from 'vitest'
import { orEnglish } from './like.ts'

it('the English text is used where a language has none', () => {
  const english = { problem: { NOT_FOUND: 'not found', OLD: 'old' }, unit: 'each' }
  const french = { problem: { NOT_FOUND: 'introuvable', OLD: '' }, unit: 'pièce' }
  expect(orEnglish(french, english)).toEqual({ problem: { NOT_FOUND: 'introuvable', OLD: 'old' }, unit: 'pièce' })
  const cut = { problem: { NOT_FOUND: 'introuvable' } } as typeof english
  expect(orEnglish(cut, english)).toEqual({ problem: { NOT_FOUND: 'introuvable', OLD: 'old' }, unit: 'each' })
})
