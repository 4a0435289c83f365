import { useTranslation } from 'react-i18next'
import type { SearchHit } from '#contract/overview/omnisearch'
import { pathTo } from '#contract/routes'
import { useChosenBoard } from '../../features/boards/use-chosen-board.ts'
import { openComposer } from '../../features/mail/composer/composer-store.ts'
import { useFlameBoards } from '../../features/orders/flames/use-flame-boards.ts'
import { useMay } from '../../session/session.ts'

export interface Option {
  readonly key: string
  readonly title: string
  readonly text?: string
  readonly href?: string
  /** Does something instead of leading somewhere. */
  readonly run?: () => void
}

/** For so many of the contacts that were found something can be begun. */
const contactsWithActions = 2
const newEncounter = '-1'

/** What the person may begin for the contacts that were found first. */
export function useContactActions(): (hits: readonly SearchHit[]) => Option[] {
  const { t } = useTranslation('search')
  const may = useMay()
  const { boards = [] } = useFlameBoards(may('FLAME_CREATE'))
  const board = useChosenBoard('FLAME', boards, undefined)
  return (hits) =>
    hits
      .filter(({ searchType }) => searchType === 'CONTACT')
      .slice(0, contactsWithActions)
      .flatMap(({ id, title: name, emailAddress }) => [
        ...(may('FLAME_CREATE') && board
          ? [
              {
                key: `flame ${id}`,
                title: t('action.flame', { name }),
                href: pathTo('newFlame', { contactRef: id, taskboardId: board.id }),
              },
            ]
          : []),
        ...(may('EMAIL_CREATE') && emailAddress
          ? [
              {
                key: `email ${id}`,
                title: t('action.email', { name }),
                text: emailAddress,
                run: () => openComposer({ contactRef: id, to: [emailAddress] }),
              },
            ]
          : []),
        ...(may('ENCOUNTER_CREATE')
          ? [
              {
                key: `encounter ${id}`,
                title: t('action.encounter', { name }),
                href: pathTo('contactEncounter', { id, encounterId: newEncounter }),
              },
            ]
          : []),
      ])
}
