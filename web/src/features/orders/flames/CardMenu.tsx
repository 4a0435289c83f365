import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlameCard } from '#contract/orders/flames'
import { useMay } from '../../../session/session.ts'
import { type Direction, directions, type Place } from './placement.ts'

export type CardCommand = 'open' | 'toContact' | 'moveTo' | 'prioritize' | 'assign' | 'duplicate' | 'archive' | 'remove'

interface Props {
  anchor: HTMLElement
  card: FlameCard
  /** Where the card would go; undefined at the edge. */
  towards: (direction: Direction) => Place | undefined
  onMove: (to: Place) => void
  onCommand: (command: CardCommand) => void
  onClose: () => void
}

/** Everything that can be done with a card. */
export function CardMenu({ anchor, card, towards, onMove, onCommand, onClose }: Props) {
  const { t } = useTranslation('flames')
  const may = useMay()
  const command = (label: string, name: CardCommand, keys?: string): Item => ({
    label,
    keys,
    run: () => onCommand(name),
  })
  const toMove = directions.map((direction): Item => {
    const to = towards(direction)
    return { label: t(`action.${direction}`), keys: keysOf[direction], run: to && (() => onMove(to)) }
  })
  const groups: Item[][] = [
    [
      command(t('card.open'), 'open', 'Enter'),
      ...(may('CONTACT_READ') ? [command(t('action.toContact'), 'toContact')] : []),
    ],
    may('FLAME_MODIFY') ? [command(t('action.moveTo'), 'moveTo'), ...toMove] : [],
    may('FLAME_MODIFY') ? [command(t('action.prioritize'), 'prioritize'), command(t('action.assign'), 'assign')] : [],
    [
      ...(may('FLAME_CREATE') ? [command(t('action.duplicate'), 'duplicate')] : []),
      ...(may('FLAME_MODIFY') ? [command(t('action.archive'), 'archive')] : []),
      ...(may('FLAME_DELETE') ? [command(t('action.remove'), 'remove')] : []),
    ],
  ]
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': t('card.actions', { name: card.contactName || t('unknown') }) } }}
    >
      {groups
        .filter((group) => group.length > 0)
        .map((group, index) => (
          <Fragment key={group[0]?.label}>
            {index > 0 && <Divider />}
            {group.map(({ label, keys, run }) => (
              <MenuItem
                key={label}
                disabled={!run}
                onClick={() => {
                  onClose()
                  run?.()
                }}
                sx={{ gap: 4 }}
              >
                <span style={{ flex: 1 }}>{label}</span>
                {keys && (
                  <Typography component="kbd" variant="caption" color="textSecondary" aria-hidden>
                    {keys}
                  </Typography>
                )}
              </MenuItem>
            ))}
          </Fragment>
        ))}
    </Menu>
  )
}

interface Item {
  label: string
  keys?: string | undefined
  /** Undefined where it cannot be done. */
  run?: (() => void) | undefined
}

const keysOf: Record<Direction, string> = { up: '⇧ ↑', down: '⇧ ↓', left: '⇧ ←', right: '⇧ →' }
