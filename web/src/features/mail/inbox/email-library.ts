import { pathOf } from '#contract/endpoint'
import type { DocumentKind, LibraryDocument } from '#contract/lists/galleries'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { call } from '../../../api/client.ts'
import type { Shelf } from '../../lists/galleries/library.ts'

/** Returns the attachments of a message as files for preview, without inline pictures. */
export const attachmentFiles = ({ attachments, receivedAtUtc }: Email): LibraryDocument[] =>
  attachments
    .filter(({ inline }) => !inline)
    .map(({ id, name, mimeType, sizeByte, thumbnail }) => ({
      documentRef: id,
      version: 1,
      name,
      mimeType,
      documentKind: kindOf(mimeType),
      sizeByte,
      uploadedAtUtc: receivedAtUtc,
      documentClassification: null,
      hasThumbnail: thumbnail,
    }))

export function emailShelf(emailId: string): Shelf {
  const params = ({ documentRef }: LibraryDocument) => ({ id: emailId, attId: documentRef })
  const address = (file: LibraryDocument) => pathOf(emailApi.attachment, params(file))
  return {
    write: 'EMAIL_READ',
    contentUrl: (file, isPreview) => address(file) + (isPreview ? '?isPreview=true' : ''),
    thumbnailUrl: (file) => `${address(file)}?thumbnail=true`,
    excerpt: (file, options) => call(emailApi.excerpt, { params: params(file) }, options),
    saveThumbnail: (file, small) => call(emailApi.saveThumbnail, { params: params(file), file: small }),
  }
}

function kindOf(mimeType: string): DocumentKind | null {
  if (mimeType === 'application/pdf') return 'PDF'
  if (mimeType.startsWith('image/')) return 'IMAGE'
  if (mimeType === 'message/rfc822') return 'EMAIL'
  return /word|opendocument\.text|rtf/.test(mimeType) ? 'WORD' : null
}
