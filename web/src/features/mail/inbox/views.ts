import type { ListQuery } from '#contract/mail/email-question'
import { type EmailState, type EmailSummary, unassigned } from '#contract/mail/emails'

/**
 * Returns true if a changed message still belongs to a list; ignores the search text, because changes do not affect it.
 */
export function belongsTo(query: ListQuery, email: EmailSummary): boolean {
  const { assigneeRefs, state, direction, important, contactRef, bin } = query
  const owners = assigneeRefs === undefined ? [] : [assigneeRefs].flat()
  const states = state === undefined ? [] : ([state].flat() as EmailState[])
  return (
    (bin === 'true') === (email.deletedAtUtc !== null) &&
    (owners.length === 0 || owners.includes(email.assigneeRef ?? unassigned)) &&
    (states.length === 0 || states.includes(email.state)) &&
    (direction === undefined || direction === email.direction) &&
    (contactRef === undefined || contactRef === email.contactRef) &&
    (important === undefined || (important === 'true') === email.important)
  )
}

export interface ListPage {
  readonly emails: EmailSummary[]
  readonly next: string | null
}
