import { boardApi } from '#contract/orders/boards'
import { routes } from '../../http/routes.ts'
import { addBoard, listBoards, removeBoard, updateBoard } from './boards.ts'

export const boardRoutes = routes(boardApi, {
  listFlameBoards: ({ ctx, query }) => listBoards(ctx, { kind: 'FLAME', contactRef: query.contactRef }),
  listProjectBoards: ({ ctx }) => listBoards(ctx, { kind: 'PROJECT' }),
  listAll: ({ ctx }) => listBoards(ctx),
  add: ({ ctx, body }) => addBoard(ctx, body),
  update: ({ ctx, params, body }) => updateBoard(ctx, params.id, body),
  remove: ({ ctx, params }) => removeBoard(ctx, params.id),
})
