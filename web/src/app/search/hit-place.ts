import { unassigned } from '#contract/mail/emails'
import type { SearchHit } from '#contract/overview/omnisearch'
import { wayTo } from '../../session/ways.ts'

/** Returns the address of a hit (section 2 of the specification); null if not permitted or a part of it is unknown. */
export function hitPlace({ searchType, id, contactRef, blackBoardRef, assigneeRef }: SearchHit): string | null {
  switch (searchType) {
    case 'CONTACT':
      return wayTo('contact', { id })
    case 'FLAME':
      return blackBoardRef && wayTo('flame', { id, taskboardId: blackBoardRef })
    case 'PROJECT':
      return blackBoardRef && wayTo('project', { id, taskboardId: blackBoardRef })
    case 'ENCOUNTER':
      return contactRef && wayTo('contactEncounter', { id: contactRef, encounterId: id })
    case 'EMAIL':
      return wayTo('emailOfOwner', { owner: assigneeRef ?? unassigned, emailId: id })
    case 'CONTACT_ATTACHMENT':
      return contactRef && wayTo('contactAttachment', { id: contactRef, attachmentId: id })
  }
}
