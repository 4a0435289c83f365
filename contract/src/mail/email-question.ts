import { type Arrived, askedEmails } from '../asked/emails.ts'
import { Id, type InputOf } from '../endpoint.ts'
import { allOwners, Owner } from './emails.ts'
import type { emailApi } from './inbox.ts'

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

type Named = 'view' | 'person' | 'mailbox' | 'owner' | 'contact' | 'since' | 'until' | 'weekday' | 'answered'

/** Of an address that somebody typed or cut off: what names nobody narrows nothing. */
const ifKnown = (kind: typeof Id | typeof Owner, text: string | undefined) =>
  kind.safeParse(text).success ? text : undefined

/**
 * What an address asks for; null where it names nothing, and the list is as it was left. With a view it shows the mail of
 * everybody, if it names no person.
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

/** Where a browser keeps what the list was asked last, for the page that is opened next. */
export const askedLast = 'glut.emails.asked'
