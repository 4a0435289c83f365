import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Fragment } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Typography } from '../../ui/text/Typography.tsx'
import { type Direction, directions, type Place } from './placement.ts'

export interface MenuEntry {
  label: string
  keys?: string | undefined
  /** Undefined disables the entry. */
  run?: (() => void) | undefined
}

interface Props {
  anchor: HTMLElement
  name: string
  groups: readonly (readonly MenuEntry[])[]
  onClose: () => void
}

/** The menu of a card with its actions in groups; empty groups are skipped. */
export function CardMenu({ anchor, name, groups, onClose }: Props) {
  const { t } = useTranslation('boards')
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': t('card.actions', { name }) } }}>
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

const keysOf: Record<Direction, string> = { up: '⇧ ↑', down: '⇧ ↓', left: '⇧ ←', right: '⇧ →' }

/** Returns a function for the menu entries that move a card; `towards` returns undefined at the edge. */
export function useMoveEntries() {
  const { t } = useTranslation('boards')
  return (towards: (direction: Direction) => Place | undefined, onMove: (to: Place) => void): MenuEntry[] =>
    directions.map((direction) => {
      const to = towards(direction)
      return { label: t(`action.${direction}`), keys: keysOf[direction], run: to && (() => onMove(to)) }
    })
}
