import type { Comment } from '#contract/together/comments'

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
