import { classificationApi } from '#contract/lists/document-classifications'
import { routes } from '../../http/routes.ts'
import {
  addClassification,
  listClassifications,
  removeClassification,
  replaceClassification,
  updateClassification,
} from './document-classifications.ts'

export const classificationRoutes = routes(classificationApi, {
  list: ({ ctx }) => listClassifications(ctx),
  add: ({ ctx, body }) => addClassification(ctx, body),
  update: ({ ctx, params, body }) => updateClassification(ctx, params.id, body),
  remove: ({ ctx, params }) => removeClassification(ctx, params.id),
  replace: ({ ctx, params }) => replaceClassification(ctx, params.id, params.otherId),
})
