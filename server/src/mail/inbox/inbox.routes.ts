import { emailApi } from '#contract/mail/inbox'
import { asOfSurvivor } from '../../contacts/contacts.ts'
import { receiveThumbnail } from '../../files/thumbnails.ts'
import { prepared, routes } from '../../http/routes.ts'
import {
  downloadAttachment,
  downloadSource,
  excerptOfAttachment,
  listAttachments,
  saveThumbnailOf,
} from './attachments.ts'
import { addToEncounter, lookAtAttachments } from './file-to-contact.ts'
import {
  countEmails,
  countFound,
  getEmail,
  linkToContact,
  listEmails,
  listThread,
  releaseContact,
  removeEmail,
  restoreEmail,
  setInProgress,
  setSeen,
  setToClose,
  setToOpen,
  toggleImportant,
} from './inbox.ts'
import { blockedPicture } from './pictures.ts'

export const emailRoutes = routes(emailApi, {
  list: async ({ ctx, query }) => listEmails(ctx, await asOfSurvivor(ctx, query)),
  count: async ({ ctx, query }) => countFound(ctx, await asOfSurvivor(ctx, query)),
  counts: ({ ctx }) => countEmails(ctx),
  get: ({ ctx, params }) => getEmail(ctx, params.id),
  thread: ({ ctx, params }) => listThread(ctx, params.id),
  attachments: ({ ctx, params }) => listAttachments(ctx, params.id),
  attachment: ({ ctx, params, query }) => downloadAttachment(ctx, params, query),
  excerpt: ({ ctx, params }) => excerptOfAttachment(ctx, params),
  saveThumbnail: prepared(emailApi.saveThumbnail, {
    prepare: ({ ctx, file }) => receiveThumbnail(ctx, file),
    run: ({ ctx, params, prepared: received }) => saveThumbnailOf(ctx, params, received),
  }),
  picture: ({ ctx, params }) => blockedPicture(ctx, params.id, params.number),
  source: ({ ctx, params, query }) => downloadSource(ctx, params.id, query.isPreview),
  linkToContact: ({ ctx, params, query }) => linkToContact(ctx, params.id, query.contactRef, query.version),
  addToEncounter: prepared(emailApi.addToEncounter, {
    prepare: ({ ctx, params, query }) => lookAtAttachments(ctx, params.id, query),
    run: ({ ctx, params, query, prepared: attachments }) => addToEncounter(ctx, params.id, query, attachments),
  }),
  setToOpen: ({ ctx, params, query }) => setToOpen(ctx, params.id, query.version),
  setInProgress: ({ ctx, params, query }) => setInProgress(ctx, params.id, query),
  setToClose: ({ ctx, params, query }) => setToClose(ctx, params.id, query.version),
  toggleImportant: ({ ctx, params }) => toggleImportant(ctx, params.id),
  setSeen: ({ ctx, params, query }) => setSeen(ctx, params.id, query.seen),
  releaseContact: ({ ctx, params, query }) => releaseContact(ctx, params.id, query.version),
  remove: ({ ctx, params, query }) => removeEmail(ctx, params.id, query.mailboxId),
  restore: ({ ctx, params }) => restoreEmail(ctx, params.id),
})
