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
  /** Stands in the address as `?tab=`; its label is the text `tab.<name>`. */
  readonly name: 'contact' | 'documents' | 'comments' | 'relations' | 'flames'
  readonly needs: Access
  /** How many things are behind the tab; undefined while that is not known. */
  readonly useCount: (contactId: string) => number | undefined
  /** Puts its own buttons into the top bar. */
  readonly Content: ComponentType<{ contact: Contact; readOnly: boolean }>
}

const ContactDocumentsTab = lazyPart(() => import('../documents/ContactDocumentsTab.tsx'), 'ContactDocumentsTab')
const ContactCommentsTab = lazyPart(
  () => import('../../together/comments/ContactCommentsTab.tsx'),
  'ContactCommentsTab',
)
const ContactFlamesTab = lazyPart(() => import('../../orders/flames/ContactFlamesTab.tsx'), 'ContactFlamesTab')

/** What a contact page consists of, in the order of its tabs. The first is shown when the address names none. */
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
