import type { Arrived } from '#contract/asked/emails'
import type { InputOf } from '#contract/endpoint'
import { allOwners, type EmailState, type EmailSummary, unassigned } from '#contract/mail/emails'
import type { emailApi } from '#contract/mail/inbox'

/** What of the mail is looked at, as tabs above the list. */
export const views = ['OPEN', 'IN_PROGRESS', 'CLOSED', 'SENT', 'ALL', 'BIN'] as const
export type View = (typeof views)[number]

export interface Filter {
  readonly owner: string
  readonly view: View
  readonly important: boolean
  readonly mailbox: string | null
  readonly text: string
  /** Only what belongs to this contact. */
  readonly contact: string | null
  /** Only what came in then. */
  readonly arrived: Arrived | null
}
export const usualFilter: Filter = {
  owner: allOwners,
  view: 'OPEN',
  important: false,
  mailbox: null,
  text: '',
  contact: null,
  arrived: null,
}

export type ListQuery = NonNullable<InputOf<typeof emailApi.list>['query']>

/** `represented` are those whose mail counts as that of the owner. */
export function queryOf(
  { owner, view, important, mailbox, text, contact, arrived }: Filter,
  represented: readonly string[] = [],
): ListQuery {
  return {
    ...(owner === allOwners ? {} : { assigneeRefs: [owner, ...represented] }),
    ...arrived,
    ...scopeOf(view),
    ...(important ? { important: 'true' } : {}),
    ...(mailbox ? { mailboxRef: mailbox } : {}),
    ...(contact ? { contactRef: contact } : {}),
    ...(text.trim() ? { searchTerm: text.trim() } : {}),
  }
}

function scopeOf(view: View): ListQuery {
  if (view === 'ALL') return {}
  if (view === 'SENT') return { direction: 'OUTGOING' }
  return view === 'BIN' ? { bin: 'true' } : { state: [view], direction: 'INCOMING' }
}

/** Whether a message still belongs to a list after it was changed; what was searched for in it does not change. */
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
