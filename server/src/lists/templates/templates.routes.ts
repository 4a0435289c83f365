import { emailSignatureApi, templateApi } from '#contract/lists/templates'
import { routes } from '../../http/routes.ts'
import { getSignature, ownSignature, previewSignature, updateSignature } from './email-signature.ts'
import {
  addTemplate,
  fillTemplate,
  listTemplates,
  placeholderValues,
  previewTemplate,
  removeTemplate,
  updateTemplate,
} from './templates.ts'

export const templateRoutes = routes(templateApi, {
  list: ({ ctx }) => listTemplates(ctx),
  add: ({ ctx, body }) => addTemplate(ctx, body),
  update: ({ ctx, params, body }) => updateTemplate(ctx, params.id, body),
  remove: ({ ctx, params }) => removeTemplate(ctx, params.id),
  preview: ({ ctx, body }) => previewTemplate(ctx, body),
  fill: ({ ctx, params, body }) => fillTemplate(ctx, params.id, body),
  values: ({ ctx, body }) => placeholderValues(ctx, body),
})

export const emailSignatureRoutes = routes(emailSignatureApi, {
  own: ({ ctx }) => ownSignature(ctx),
  get: ({ ctx }) => getSignature(ctx),
  update: ({ ctx, body }) => updateSignature(ctx, body),
  preview: ({ ctx, body }) => previewSignature(ctx, body),
})
