import { type Arrived, askedEmails } from '../asked/emails.ts'
import { Id, type InputOf } from '../endpoint.ts'
import { allOwners, Owner } from './emails.ts'
import type { emailApi } from './inbox.ts'

/** Tabs above the list of messages. */
export const views = ['OPEN', 'IN_PROGRESS', 'CLOSED', 'SENT', 'ALL', 'BIN'] as const
export type View = (typeof views)[number]

export interface Filter {
  readonly owner: string
  readonly view: View
  readonly important: boolean
  readonly mailbox: string | null
  readonly text: string
  /** Only messages of this contact. */
  readonly contact: string | null
  /** Only messages that arrived in this period. */
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

type Named = 'view' | 'person' | 'mailbox' | 'owner' | 'contact' | 'since' | 'until' | 'weekday' | 'answered'

/** Returns the text if it is valid. Invalid text in an address does not filter. */
const ifKnown = (kind: typeof Id | typeof Owner, text: string | undefined) =>
  kind.safeParse(text).success ? text : undefined

/**
 * Returns the filter in an address; null where the address names no filter and the list keeps its last one. With a view
 * and without a person, the list shows everybody's messages.
 */
export function askedFilter(address: { readonly [Name in Named]?: string | true | undefined }): Filter | null {
  const text = (name: Named) => (typeof address[name] === 'string' ? address[name] : undefined)
  const view = views.find((one) => one === address.view)
  if (view) {
    const { owner } = usualFilter
    const mailbox = ifKnown(Id, text('mailbox')) ?? null
    return {
      ...usualFilter,
      view,
      owner: ifKnown(Owner, text('person')) ?? owner,
      mailbox,
      arrived: askedEmails(address),
    }
  }
  const [owner, contact] = [ifKnown(Owner, text('owner')), ifKnown(Id, text('contact'))]
  if (owner === undefined && !contact) return null
  return { ...usualFilter, owner: owner ?? usualFilter.owner, view: 'ALL', contact: contact ?? null }
}

export type ListQuery = NonNullable<InputOf<typeof emailApi.list>['query']>

/** Returns the query of the list. `represented` are users for whom the owner stands in; their messages are included. */
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

/** Storage key of the list's last query, which the page of the next visit sends first. */
export const askedLast = 'glut.emails.asked'
