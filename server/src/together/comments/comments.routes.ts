import { commentApi } from '#contract/together/comments'
import { routes } from '../../http/routes.ts'
import {
  addComment,
  answerComment,
  countCommentsOn,
  getComment,
  listComments,
  removeComment,
  restoreComment,
  updateComment,
} from './comments.ts'

export const commentRoutes = routes(commentApi, {
  list: ({ ctx, params, query }) => listComments(ctx, params.id, query),
  count: ({ ctx, params }) => countCommentsOn(ctx, params.id),
  add: ({ ctx, params, body }) => addComment(ctx, params.id, body.text),
  get: ({ ctx, params }) => getComment(ctx, params.id),
  update: ({ ctx, params, body }) => updateComment(ctx, params.id, body),
  remove: ({ ctx, params }) => removeComment(ctx, params.id),
  restore: ({ ctx, params }) => restoreComment(ctx, params.id),
  answer: ({ ctx, params, body }) => answerComment(ctx, params.id, body.text),
})
