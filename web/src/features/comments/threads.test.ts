import type { Comment } from '@glut/contract/comments'
import { expect, it } from 'vitest'
import { reachOf, threadsOf, topOf } from './threads.ts'

const comment = (id: string, answerTo: string | null = null) => ({ id, answerTo }) as Comment

it('puts answers of any depth below the comment that began, the latest of those first', () => {
  const threads = threadsOf([
    comment('old'),
    comment('answer', 'old'),
    comment('new'),
    comment('deeper', 'answer'),
    comment('lost', 'gone'),
  ])
  expect(threads.map(({ first, answers }) => [first.id, answers.map(({ id }) => id)])).toEqual([
    ['lost', []],
    ['new', []],
    ['old', ['answer', 'deeper']],
  ])
})

it('draws as many from the top as asked for, part of a long thread too', () => {
  const threads = threadsOf([comment('old'), comment('new'), comment('one', 'new'), comment('two', 'new')])
  const drawn = (count: number) => topOf(threads, count).map(({ first, answers }) => [first.id, answers.length])
  expect(drawn(0)).toEqual([])
  expect(drawn(1)).toEqual([['new', 0]])
  expect(drawn(2)).toEqual([['new', 1]])
  expect(drawn(3)).toEqual([['new', 2]])
  expect(drawn(9)).toEqual([
    ['new', 2],
    ['old', 0],
  ])
  expect(['new', 'two', 'old', 'gone', undefined].map((id) => reachOf(threads, id))).toEqual([1, 3, 4, 0, 0])
})
