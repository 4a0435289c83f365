import { contactDocumentApi } from '#contract/contacts/documents'
import { imageGalleryApi, type LibraryDocument, sharedDocumentApi } from '#contract/lists/galleries'
import type { EmailAttachment } from '#contract/mail/emails'
import { type DraftFile, mailPrints } from '#contract/mail/outgoing'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import type { Message } from './transfer.ts'

/** The reference lists of a message. */
export type RefList =
  | 'contactDocumentRefs'
  | 'predefinedDocumentRefs'
  | 'imageGalleryRefs'
  | 'emailAttachmentRefs'
  | 'prints'

/** An attachment of the message. */
export interface Attached {
  readonly id: string
  readonly list: RefList | 'files'
  readonly name: string
  readonly mimeType: string
  readonly sizeByte: number
}

type Described = Pick<Attached, 'name' | 'mimeType' | 'sizeByte'>

/** Something that can be attached. */
export type Choice = Pick<Attached, 'name' | 'sizeByte'> & ({ readonly id: string } | { readonly documentRef: string })

/** A source of attachments. */
export interface Source {
  readonly data: readonly Choice[] | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** Returns the attachments of a message and the sources to choose from. */
export function useAttachments(
  message: Message,
  files: readonly DraftFile[],
  emailAttachments: readonly EmailAttachment[],
) {
  const mayReadDocuments = useMay()('READ_CONTACT_DOCUMENTS')
  const contactRef = message.contactRef ?? ''
  const ofContact = useApi(
    contactDocumentApi.list,
    { params: { id: contactRef } },
    { enabled: mayReadDocuments && contactRef !== '', quiet: true },
  )
  const shared = useApi(sharedDocumentApi.list, {}, { quiet: true })
  const gallery = useApi(imageGalleryApi.list, {}, { quiet: true })

  const { t } = useTranslation('composer')
  const known: Record<RefList, ReadonlyMap<string, Described>> = {
    contactDocumentRefs: new Map(ofContact.data?.map((one) => [one.id, one])),
    predefinedDocumentRefs: byRef(shared.data),
    imageGalleryRefs: byRef(gallery.data),
    emailAttachmentRefs: new Map(emailAttachments.map((one) => [one.id, one])),
    // sizes are unknown until the prints are created
    prints: new Map(
      mailPrints.map((print) => [print, { name: t(`prints.${print}`), mimeType: 'application/pdf', sizeByte: 0 }]),
    ),
  }
  const lists = Object.keys(known) as RefList[]
  const attached: Attached[] = [
    ...lists.flatMap((list) =>
      message[list].map((id) => {
        const { name = '…', mimeType = '', sizeByte = 0 } = known[list].get(id) ?? {}
        return { id, list, name, mimeType, sizeByte }
      }),
    ),
    ...files.map((file) => ({ ...file, list: 'files' as const })),
  ]
  const sources: { ofContact: Source | null; shared: Source; gallery: Source } = {
    ofContact: contactRef && mayReadDocuments ? ofContact : null,
    shared,
    gallery,
  }
  return {
    attached,
    totalBytes: attached.reduce((sum, { sizeByte }) => sum + sizeByte, 0),
    ...sources,
  }
}

const byRef = (list: readonly LibraryDocument[] = []) => new Map(list.map((one) => [one.documentRef, one]))
