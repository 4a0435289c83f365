import type { Comment } from '@glut/contract/comments'

/** A comment with everything that was answered below it, however deep, in the order it was written. */
export interface Thread {
  readonly first: Comment
  readonly answers: readonly Comment[]
}

/** The latest thread first. */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  const rootOf = (comment: Comment): Comment => {
    const above = comment.answerTo ? byId.get(comment.answerTo) : undefined
    return above ? rootOf(above) : comment
  }
  const answers = Map.groupBy(comments, (comment) => rootOf(comment).id)
  return comments
    .filter((comment) => rootOf(comment) === comment)
    .map((first) => ({ first, answers: (answers.get(first.id) ?? []).filter((comment) => comment !== first) }))
    .reverse()
}
