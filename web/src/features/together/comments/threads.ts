import type { Comment } from '#contract/together/comments'

/** A comment with all its direct and indirect answers, in chronological order. */
export interface Thread {
  readonly first: Comment
  readonly answers: readonly Comment[]
}

/** Groups comments into threads, latest first. They must be in chronological order, answers after their comment. */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const threads = new Map<string, { first: Comment; answers: Comment[] }>()
  for (const comment of comments) {
    const above = threads.get(comment.answerTo ?? '')
    above?.answers.push(comment)
    threads.set(comment.id, above ?? { first: comment, answers: [] })
  }
  return [...new Set(threads.values())].reverse()
}
