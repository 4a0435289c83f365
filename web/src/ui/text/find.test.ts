import { expect, it } from 'vitest'
import { finder, firstFound, fold } from './find.ts'

it('folding removes accents', () => {
  expect(fold('Zürich É')).toBe('zurich e')
})

it.each([
  ['Müller', ['Müller', 'MUELLER', 'muller', 'mu\u0308ller', 'Muell']],
  ['Mueller', ['müller', 'Mueller', 'muller']],
  ['Muller', ['müller', 'mueller', 'Muller']],
  ['Großer Weg', ['gross', 'GROSSER weg', 'groß', 'grosser w']],
  ['Grosser Weg', ['groß', 'Großer']],
  ['L’Éplattenier', ["l'epl", 'L’É', 'l´éplat', 'L`e']],
  ['Baeumler-Müller', ['bäumler-mueller', 'Bäumler-Müller', 'Baeumler-Mueller']],
])('%s is found by %j', (text, typed) => {
  expect(typed.filter((one) => !finder(one)(text))).toEqual([])
  expect(finder('zz')(text)).toBe(false)
})

it('short words are not read as umlauts', () => {
  expect(finder('Joel')('Jolanda')).toBe(false)
  expect(finder('Joel')('Joël')).toBe(true)
})

it('the first hits of a list are offered', () => {
  const all = ['Öl', 'Holz', 'Oel'].map((title) => ({ title }))
  expect(firstFound(all, 'oel', ({ title }) => title, 5)).toEqual([{ title: 'Öl' }, { title: 'Oel' }])
  expect(firstFound(all, '', ({ title }) => title, 2)).toHaveLength(2)
})
