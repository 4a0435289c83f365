import { expect, it } from 'vitest'
import type { Comment } from '#contract/together/comments'
import { chainOf, withHeld } from './held.ts'

const comment = (id: string, answerTo: string | null = null) =>
  ({ id, answerTo, created: `2026-01-0${id}`, text: id, deleted: false }) as Comment

it('a comment that is being answered keeps its place, with all comments above it, when it is removed', () => {
  const [first, answer, deeper, other] = [comment('1'), comment('2', '1'), comment('3', '2'), comment('4')]
  const byId = new Map([first, answer, deeper, other].map((one) => [one.id, one]))
  const held = [chainOf(deeper, byId)]
  expect(withHeld([first, answer, deeper, other], held)).toEqual([first, answer, deeper, other])
  const left = withHeld([answer, other], held)
  expect(left.map(({ id, deleted, text }) => [id, deleted, text])).toEqual([
    ['1', true, ''],
    ['2', false, '2'],
    ['3', true, ''],
    ['4', false, '4'],
  ])
})
