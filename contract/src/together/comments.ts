import { z } from 'zod'
import { ById, Done, endpoint, Id, Instant, Text, Version } from '../endpoint.ts'
import { limits } from '../limits.ts'

export const upstreamTypes = ['CONTACT', 'EMAIL', 'PROJECT'] as const
export type UpstreamType = (typeof upstreamTypes)[number]

export const Comment = z.object({
  id: Id,
  version: Version,
  /** Kind of the record that the comment belongs to. */
  commentFor: z.enum(upstreamTypes),
  upstreamRef: Id,
  /** Comment that this one answers. */
  answerTo: Id.nullable(),
  author: z.object({ id: Id, username: z.string() }).nullable(),
  /** Empty once the comment is deleted. */
  text: z.string(),
  /** Users mentioned in the text, with the text of the mention: `@anna`. */
  mentions: z.array(z.object({ userRef: Id, written: z.string() })),
  created: Instant,
  updated: Instant,
  /** A deleted comment stays as long as it has answers. */
  deleted: z.boolean(),
})
export type Comment = z.output<typeof Comment>

/** Part of the comments in screen order: latest thread first, answers below their comment. */
const CommentPart = z.object({
  /** Number of comments from the top; default all. */
  top: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** Comment that the part must reach in any case. */
  upTo: Id.optional(),
})

const CommentText = Text(limits.comment.length)
const NewComment = z.object({ text: CommentText })

export const commentApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/comments/upstream/:id',
    allow: 'READ_COMMENTS',
    summary:
      'The comments on something and their answers, in the order they were written; all, or the first of the screen',
    params: ById,
    query: CommentPart,
    shows: ['comment upstream=:id'],
    response: z.array(Comment),
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/comments/upstream/:id/count',
    allow: 'READ_COMMENTS',
    summary: 'How many comments there are on something, answers included',
    params: ById,
    shows: ['comment upstream=:id'],
    response: z.object({ count: z.int() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/comments/upstream/:id',
    allow: 'WRITE_COMMENTS',
    idempotencyKey: 'accepted',
    summary: 'Comment on something; @username mentions a user',
    params: ById,
    body: NewComment,
    response: Comment,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/comments/:id',
    allow: 'READ_COMMENTS',
    summary: 'One comment',
    params: ById,
    shows: ['comment'],
    response: Comment,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/comments/:id',
    allow: 'WRITE_COMMENTS',
    summary: 'Change a comment of one’s own, or any as ADMIN',
    params: ById,
    body: NewComment.extend({ version: Version }),
    response: Comment,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/comments/:id',
    allow: 'WRITE_COMMENTS',
    summary: 'Delete a comment of one’s own, or any as ADMIN; its answers stay',
    params: ById,
    response: Done,
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/api/comments/:id/restore',
    allow: 'WRITE_COMMENTS',
    summary: 'Take back what was deleted, for 30 days',
    params: ById,
    response: Comment,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/comments/:id/answer',
    allow: 'WRITE_COMMENTS',
    idempotencyKey: 'accepted',
    summary: 'Answer a comment',
    params: ById,
    body: NewComment,
    response: Comment,
  }),
}
