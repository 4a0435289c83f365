import { unassigned } from '#contract/mail/emails'
import type { SearchHit } from '#contract/omnisearch'
import { pathTo } from '#contract/routes'

/** Where a hit leads; null for what has no screen. */
export function hitPlace({ searchType, id, contactRef, blackBoardRef, assigneeRef }: SearchHit): string | null {
  switch (searchType) {
    case 'CONTACT':
      return pathTo('contact', { id })
    case 'FLAME':
      return blackBoardRef && pathTo('flame', { id, taskboardId: blackBoardRef })
    case 'ENCOUNTER':
      return contactRef && pathTo('contactEncounter', { id: contactRef, encounterId: id })
    case 'EMAIL':
      return pathTo('emailOfOwner', { owner: assigneeRef ?? unassigned, emailId: id })
    case 'CONTACT_ATTACHMENT':
      return contactRef && pathTo('contactAttachment', { id: contactRef, attachmentId: id })
    default:
      return null
  }
}
