import type { Comment } from '#contract/together/comments'

/** Returns a comment and those it answers, up to the first of the thread. */
export function chainOf(comment: Comment, byId: ReadonlyMap<string, Comment>): Comment[] {
  const above = byId.get(comment.answerTo ?? '')
  return above ? [comment, ...chainOf(above, byId)] : [comment]
}

/** Adds held comments that were deleted, marked as such, in their place. */
export function withHeld(comments: readonly Comment[], held: Iterable<readonly Comment[]>): readonly Comment[] {
  const byId = new Map([...held].flat().map((comment) => [comment.id, comment]))
  for (const { id } of comments) byId.delete(id)
  if (byId.size === 0) return comments
  const gone = [...byId.values()].map((comment) => ({ ...comment, text: '', mentions: [], deleted: true }))
  return [...comments, ...gone].sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

const placeOf = ({ created, id }: Comment) => `${created} ${id}`
