import type { SearchHit } from '#contract/overview/omnisearch'
import { pathTo } from '#contract/routes'
import { useChosenBoard } from '../../features/boards/use-chosen-board.ts'
import { openComposer } from '../../features/mail/composer/composer-store.ts'
import { useFlameBoards } from '../../features/orders/flames/use-flame-boards.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay } from '../../session/session.ts'
import { restBehind } from './rest-behind.ts'

export interface Option {
  readonly key: string
  readonly title: string
  readonly text?: string
  readonly href?: string
  /** Action, instead of an address. */
  readonly run?: () => void
  /** Text that is inserted for further typing, instead of an address. */
  readonly types?: string
}

const contactActions = ['flame', 'email', 'encounter'] as const
type ContactAction = (typeof contactActions)[number]

/** Number of found contacts for which actions are offered. */
const contactsWithActions = 2
const newEncounter = '-1'

/** Returns the actions for contacts that the user may perform. */
export function useContactActions() {
  const { t } = useTranslation('search')
  const may = useMay()
  const { boards = [] } = useFlameBoards(may('FLAME_CREATE'))
  const board = useChosenBoard('FLAME', boards, undefined)
  const begins: Record<ContactAction, ((contact: SearchHit) => Omit<Option, 'key' | 'title'> | null) | null> = {
    flame:
      may('FLAME_CREATE') && board
        ? ({ id }) => ({ href: pathTo('newFlame', { contactRef: id, taskboardId: board.id }) })
        : null,
    email: may('EMAIL_CREATE')
      ? ({ id, emailAddress: to }) => (to ? { text: to, run: () => openComposer({ contactRef: id, to: [to] }) } : null)
      : null,
    encounter: may('ENCOUNTER_CREATE')
      ? ({ id }) => ({ href: pathTo('contactEncounter', { id, encounterId: newEncounter }) })
      : null,
  }
  const allowed = contactActions.filter((action) => begins[action])
  const beginning = (action: ContactAction) => t(`action.${action}`, { name: '' }).trimEnd()

  function optionFor(action: ContactAction, contact: SearchHit): Option[] {
    const begun = begins[action]?.(contact)
    if (!begun) return []
    return [{ key: `${action} ${contact.id}`, title: t(`action.${action}`, { name: contact.title }), ...begun }]
  }

  return {
    /** Returns the actions for the first contacts found. */
    forFound: (hits: readonly SearchHit[]): Option[] =>
      hits
        .filter(({ searchType }) => searchType === 'CONTACT')
        .slice(0, contactsWithActions)
        .flatMap((contact) => allowed.flatMap((action) => optionFor(action, contact))),
    /** Returns the typed action and the name of its contact. */
    named(typed: string): { whom: string; forAll: (contacts: readonly SearchHit[]) => Option[] } | null {
      for (const action of allowed) {
        const whom = restBehind(beginning(action), typed)
        // the address distinguishes contacts with the same name
        const options = (one: SearchHit) =>
          optionFor(action, one).map((option) => ({ text: one.address ?? '', ...option }))
        if (whom) return { whom, forAll: (contacts) => contacts.flatMap(options) }
      }
      return null
    },
    /** Returns the actions that the typed text may become. */
    beginning: (fits: (title: string) => boolean): Option[] =>
      allowed
        .filter((action) => fits(beginning(action)))
        .map((action) => ({
          key: action,
          title: t(`action.${action}`, { name: '…' }),
          types: `${beginning(action)} `,
        })),
  }
}
