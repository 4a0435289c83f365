import type { Comment } from '@glut/contract/comments'

/** A comment with everything that was answered below it, however deep, in the order it was written. */
export interface Thread {
  readonly first: Comment
  readonly answers: readonly Comment[]
}

/** The latest thread first; comments come in the order they were written, an answer after what it answers. */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const threads = new Map<string, { first: Comment; answers: Comment[] }>()
  for (const comment of comments) {
    const above = threads.get(comment.answerTo ?? '')
    above?.answers.push(comment)
    threads.set(comment.id, above ?? { first: comment, answers: [] })
  }
  return [...new Set(threads.values())].reverse()
}

/** As many of the comments, from the top, as are to be drawn; the last thread may lack its last answers. */
export function topOf(threads: readonly Thread[], count: number): Thread[] {
  const top: Thread[] = []
  let left = count
  for (const { first, answers } of threads) {
    if (left <= 0) break
    top.push({ first, answers: answers.slice(0, left - 1) })
    left -= 1 + answers.length
  }
  return top
}

/** How many comments stand above this one and with it; 0 when it is none of them. */
export function reachOf(threads: readonly Thread[], id: string | undefined): number {
  const ids = threads.flatMap(({ first, answers }) => [first.id, ...answers.map((answer) => answer.id)])
  return id === undefined ? 0 : ids.indexOf(id) + 1
}
