import { contactRecordApi } from '#contract/contacts/records'
import { routes } from '../../http/routes.ts'
import { contactArchive } from './archive.ts'
import { eraseContact, previewErasure } from './records.ts'

export const contactRecordRoutes = routes(contactRecordApi, {
  archive: ({ ctx, params }) => contactArchive(ctx, params.id),
  preview: ({ ctx, params }) => previewErasure(ctx, params.id),
  erase: ({ ctx, params, body }) => eraseContact(ctx, params.id, body.name),
})
