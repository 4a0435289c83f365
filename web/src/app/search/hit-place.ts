import { unassigned } from '#contract/mail/emails'
import type { SearchHit } from '#contract/overview/omnisearch'
import { pathTo } from '#contract/routes'

/** Where a hit leads, as section 2 of the specification says; null where what its address needs is not known. */
export function hitPlace({ searchType, id, contactRef, blackBoardRef, assigneeRef }: SearchHit): string | null {
  switch (searchType) {
    case 'CONTACT':
      return pathTo('contact', { id })
    case 'FLAME':
      return blackBoardRef && pathTo('flame', { id, taskboardId: blackBoardRef })
    case 'PROJECT':
      return blackBoardRef && pathTo('project', { id, taskboardId: blackBoardRef })
    case 'ENCOUNTER':
      return contactRef && pathTo('contactEncounter', { id: contactRef, encounterId: id })
    case 'EMAIL':
      return pathTo('emailOfOwner', { owner: assigneeRef ?? unassigned, emailId: id })
    case 'CONTACT_ATTACHMENT':
      return contactRef && pathTo('contactAttachment', { id: contactRef, attachmentId: id })
  }
}
