import { describe, expect, it } from 'vitest'
import type { FlameValues } from '../dossier-values.ts'
import { changes, differing, take, takeOver, valueAt } from './take-values.ts'

const article = (id: string | undefined, quantity: number) => ({ id, productName: `Ring ${id}`, quantity })
const flame = (articles: ReturnType<typeof article>[], dossier: object = {}, own: object = {}) =>
  ({
    reminderAtUtc: null,
    ...own,
    dossier: { notes: '', articles, packageInfos: [], ...dossier },
  }) as never as FlameValues
const quantities = ({ dossier }: FlameValues) => dossier.articles.map(({ id, quantity }) => [id, quantity])

describe('taking values of another version', () => {
  it('takes fields of the flame and of its dossier', () => {
    const theirs = flame([], { notes: 'theirs' }, { reminderAtUtc: '2026-01-01T07:00:00.000Z' })
    const taken = take(['reminderAtUtc', 'dossier.notes'], theirs, flame([], { notes: 'mine' }))
    expect(taken).toEqual(theirs)
  })

  it('takes the four references along with their contact', () => {
    const theirs = flame([], { contactRef: 'b', avisEmailRef: 'mail of b' })
    const taken = take(['dossier.contactRef'], theirs, flame([], { contactRef: 'c', avisEmailRef: 'mail of c' }))
    expect(taken.dossier).toMatchObject({ contactRef: 'b', avisEmailRef: 'mail of b' })
  })

  it('takes one column of one row and leaves the rest', () => {
    const taken = take(
      ['dossier.articles.b.quantity'],
      flame([article('a', 9), article('b', 8)]),
      flame([article('b', 1), article('a', 2)]),
    )
    expect(quantities(taken)).toEqual([
      ['b', 8],
      ['a', 2],
    ])
  })

  it('adds or removes a row as in the other values', () => {
    const path = ['dossier.articles.a']
    expect(quantities(take(path, flame([]), flame([article('a', 1)])))).toEqual([])
    expect(quantities(take(path, flame([article('a', 3)]), flame([])))).toEqual([['a', 3]])
  })

  it('takes only the order of rows; new rows stay behind the row that they followed', () => {
    const mine = flame([article('a', 1), article(undefined, 7), article('b', 2), article('c', 3)])
    const taken = take(['dossier.articles'], flame([article('c', 0), article('b', 0), article('a', 0)]), mine)
    expect(quantities(taken)).toEqual([
      ['c', 3],
      ['b', 2],
      ['a', 1],
      [undefined, 7],
    ])
  })

  it('does not change the given values', () => {
    const mine = flame([article('a', 1)])
    take(['dossier.articles.a.quantity'], flame([article('a', 2)]), mine)
    expect(quantities(mine)).toEqual([['a', 1]])
  })
})

describe('the differences of two versions', () => {
  it('are named by field, and rows as a whole', () => {
    const one = flame([article('a', 1)], { notes: 'x' })
    const other = flame([article('a', 2)], { notes: 'y' })
    expect(differing(one, other)).toEqual(['dossier.notes', 'dossier.articles.*'])
    expect(valueAt('dossier.articles.*', other)).toEqual(other.dossier.articles)
    expect(differing(one, structuredClone(one))).toEqual([])
  })
})

describe('taking over what somebody else has saved, before saving', () => {
  const base = flame([article('a', 1), article('b', 2), article('c', 3)], { notes: 'before' })
  const theirs = flame([article('a', 9), article('c', 3), article('d', 4)], { notes: 'theirs' })
  const mine = flame([article('a', 1), article('b', 7), article('c', 8), article(undefined, 5)], { notes: 'before' })

  it('names their changes by field, and by column of a row', () => {
    expect(changes(base, theirs)).toEqual([
      'dossier.notes',
      'dossier.articles.a.quantity',
      'dossier.articles.b',
      'dossier.articles.d',
    ])
  })

  it('keeps own changes and new rows, and keeps a row that they removed as a new one', () => {
    const taken = takeOver(['dossier.notes', 'dossier.articles.a.quantity', 'dossier.articles.d'], theirs, mine)
    expect(taken.dossier.notes).toBe('theirs')
    expect(quantities(taken)).toEqual([
      ['a', 9],
      [undefined, 7],
      ['c', 8],
      [undefined, 5],
      ['d', 4],
    ])
  })
})
