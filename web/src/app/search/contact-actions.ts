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
  /** Does something instead of leading somewhere. */
  readonly run?: () => void
  /** Goes on typing behind it instead. */
  readonly types?: string
}

const contactActions = ['flame', 'email', 'encounter'] as const
type ContactAction = (typeof contactActions)[number]

/** For so many of the contacts that were found something can be begun. */
const contactsWithActions = 2
const newEncounter = '-1'

/** What the person may begin for contacts. */
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
    /** Those for the contacts that were found first. */
    forFound: (hits: readonly SearchHit[]): Option[] =>
      hits
        .filter(({ searchType }) => searchType === 'CONTACT')
        .slice(0, contactsWithActions)
        .flatMap((contact) => allowed.flatMap((action) => optionFor(action, contact))),
    /** Which of them is typed, and for whom. */
    named(typed: string): { whom: string; forAll: (contacts: readonly SearchHit[]) => Option[] } | null {
      for (const action of allowed) {
        const whom = restBehind(beginning(action), typed)
        // of several who are called alike, where each is
        const options = (one: SearchHit) =>
          optionFor(action, one).map((option) => ({ text: one.address ?? '', ...option }))
        if (whom) return { whom, forAll: (contacts) => contacts.flatMap(options) }
      }
      return null
    },
    /** Those that what is typed may become. */
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
