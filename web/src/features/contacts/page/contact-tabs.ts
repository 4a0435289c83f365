import type { ComponentType } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { contactRelationApi } from '#contract/contacts/relations'
import type { Access } from '#contract/permissions'
import { useApi } from '../../../api/hooks.ts'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { useContactFlameCount } from '../../orders/flames/use-contact-flame-count.ts'
import { useCommentCount } from '../../together/comments/use-comment-count.ts'
import { useDocumentCount } from '../documents/use-document-count.ts'
import { MasterTab } from './MasterTab.tsx'

export interface ContactTab {
  /** Value of `?tab=` in the URL; the label is the text `tab.<name>`. */
  readonly name: 'contact' | 'documents' | 'comments' | 'relations' | 'flames'
  readonly needs: Access
  /** Returns the number of entries in the tab; undefined while unknown. */
  readonly useCount: (contactId: string) => number | undefined
  /** The content, which may add buttons to the top bar. */
  readonly Content: ComponentType<{ contact: Contact; readOnly: boolean }>
}

const ContactDocumentsTab = lazyPart(() => import('../documents/ContactDocumentsTab.tsx'), 'ContactDocumentsTab')
const ContactCommentsTab = lazyPart(
  () => import('../../together/comments/ContactCommentsTab.tsx'),
  'ContactCommentsTab',
)
const ContactFlamesTab = lazyPart(() => import('../../orders/flames/ContactFlamesTab.tsx'), 'ContactFlamesTab')

/** The tabs of a contact page in their order; the first is the default. */
export const contactTabs: readonly ContactTab[] = [
  { name: 'contact', needs: 'CONTACT_READ', useCount: () => undefined, Content: MasterTab },
  {
    name: 'documents',
    needs: 'READ_CONTACT_DOCUMENTS',
    useCount: useDocumentCount,
    Content: ContactDocumentsTab,
  },
  { name: 'comments', needs: 'READ_COMMENTS', useCount: useCommentCount, Content: ContactCommentsTab },
  {
    name: 'relations',
    needs: 'CONTACT_READ',
    useCount: (id) => useApi(contactRelationApi.count, { params: { id } }, { quiet: true }).data?.count,
    Content: lazyPart(() => import('../relations/RelationsTab.tsx'), 'RelationsTab'),
  },
  { name: 'flames', needs: 'FLAME_READ', useCount: useContactFlameCount, Content: ContactFlamesTab },
]
