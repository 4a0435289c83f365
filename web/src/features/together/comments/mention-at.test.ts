import { expect, it } from 'vitest'
import { mentionAt, namesFor } from './mention-at.ts'

it.each([
  ['Bitte @an', { start: 6, typed: 'an' }],
  ['@', { start: 0, typed: '' }],
  ['post@an', null],
  ['kein Name', null],
  ['@eins\nzwei', null],
])('finds in %j what is being typed', (text, found) => {
  expect(mentionAt(text, text.length)).toEqual(found)
})

it('offers who begins with it, by any word of the name and whatever the accents', () => {
  const names = ['anna', 'jörg.anders', 'otto']
  expect(namesFor('an', names)).toEqual(['anna', 'jörg.anders'])
  expect(namesFor('jorg', names)).toEqual(['jörg.anders'])
  expect(namesFor('anna fragt', names)).toEqual([])
})
