import { expect, it } from 'vitest'
import { mentionAt, namesFor } from './mention-at.ts'

it.each([
  ['Bitte @an', { start: 6, typed: 'an' }],
  ['@', { start: 0, typed: '' }],
  ['post@an', null],
  ['kein Name', null],
  ['@eins\nzwei', null],
])('the mention being typed in %j is found', (text, found) => {
  expect(mentionAt(text, text.length)).toEqual(found)
})

it('names are offered by the start of any of their words, with or without accents', () => {
  const names = ['anna', 'jörg.anders', 'otto']
  expect(namesFor('an', names)).toEqual(['anna', 'jörg.anders'])
  expect(namesFor('jorg', names)).toEqual(['jörg.anders'])
  expect(namesFor('anna fragt', names)).toEqual([])
})
