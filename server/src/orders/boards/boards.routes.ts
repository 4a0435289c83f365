import { boardApi } from '#contract/orders/boards'
import { asOfSurvivor } from '../../contacts/contacts.ts'
import { routes } from '../../http/routes.ts'
import { addBoard, listBoards, removeBoard, updateBoard } from './boards.ts'

export const boardRoutes = routes(boardApi, {
  listFlameBoards: async ({ ctx, query }) => listBoards(ctx, { kind: 'FLAME', ...(await asOfSurvivor(ctx, query)) }),
  listProjectBoards: ({ ctx }) => listBoards(ctx, { kind: 'PROJECT' }),
  listAll: ({ ctx }) => listBoards(ctx),
  add: ({ ctx, body }) => addBoard(ctx, body),
  update: ({ ctx, params, body }) => updateBoard(ctx, params.id, body),
  remove: ({ ctx, params }) => removeBoard(ctx, params.id),
})
