import { expect, it } from 'vitest'
import type { Comment } from '#contract/together/comments'
import { threadsOf } from './threads.ts'

const comment = (id: string, answerTo: string | null = null) => ({ id, answerTo }) as Comment

it('answers of any depth are put below the first comment of their thread, and the latest thread comes first', () => {
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
