import type { FlameCard } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { CardMenu, type MenuEntry, useMoveEntries } from '../../boards/CardMenu.tsx'
import type { Direction, Place } from '../../boards/placement.ts'

export type CardCommand = 'open' | 'toContact' | 'moveTo' | 'prioritize' | 'assign' | 'duplicate' | 'archive' | 'remove'

interface Props {
  anchor: HTMLElement
  card: FlameCard
  /** Returns the target of a move; undefined at the edge. */
  towards: (direction: Direction) => Place | undefined
  onMove: (to: Place) => void
  onCommand: (command: CardCommand) => void
  onClose: () => void
}

export function FlameMenu({ anchor, card, towards, onMove, onCommand, onClose }: Props) {
  const { t } = useTranslation('flames')
  const { t: boards } = useTranslation('boards')
  const may = useMay()
  const moveEntries = useMoveEntries()
  const command = (label: string, name: CardCommand, keys?: string): MenuEntry => ({
    label,
    keys,
    run: () => onCommand(name),
  })
  const groups: MenuEntry[][] = [
    [
      command(t('card.open'), 'open', 'Enter'),
      ...(may('CONTACT_READ') ? [command(t('action.toContact'), 'toContact')] : []),
    ],
    may('FLAME_MODIFY') ? [command(boards('action.moveTo'), 'moveTo'), ...moveEntries(towards, onMove)] : [],
    may('FLAME_MODIFY') ? [command(t('action.prioritize'), 'prioritize'), command(t('action.assign'), 'assign')] : [],
    [
      ...(may('FLAME_CREATE') ? [command(t('action.duplicate'), 'duplicate')] : []),
      ...(may('FLAME_MODIFY') ? [command(t('action.archive'), 'archive')] : []),
      ...(may('FLAME_DELETE') ? [command(t('action.remove'), 'remove')] : []),
    ],
  ]
  return <CardMenu anchor={anchor} name={card.contactName || t('unknown')} groups={groups} onClose={onClose} />
}
