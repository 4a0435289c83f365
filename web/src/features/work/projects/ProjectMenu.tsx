import type { ProjectCard } from '#contract/work/projects'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { CardMenu, type MenuEntry, useMoveEntries } from '../../boards/CardMenu.tsx'
import type { Direction, Place } from '../../boards/placement.ts'

export type ProjectCommand = 'open' | 'moveTo' | 'assign' | 'archive' | 'remove'

interface Props {
  anchor: HTMLElement
  card: ProjectCard
  /** Returns the target of a move; undefined at the edge. */
  towards: (direction: Direction) => Place | undefined
  onMove: (to: Place) => void
  onCommand: (command: ProjectCommand) => void
  onClose: () => void
}

export function ProjectMenu({ anchor, card, towards, onMove, onCommand, onClose }: Props) {
  const { t } = useTranslation('projects')
  const { t: boards } = useTranslation('boards')
  const may = useMay()
  const moveEntries = useMoveEntries()
  const command = (label: string, name: ProjectCommand, keys?: string): MenuEntry => ({
    label,
    keys,
    run: () => onCommand(name),
  })
  const groups: MenuEntry[][] = [
    [command(t('action.open'), 'open', 'Enter')],
    may('PROJECT_MODIFY')
      ? [
          command(boards('action.moveTo'), 'moveTo'),
          ...moveEntries(towards, onMove),
          command(t('action.assign'), 'assign'),
        ]
      : [],
    [
      ...(may('PROJECT_MODIFY') ? [command(t('action.archive'), 'archive')] : []),
      ...(may('PROJECT_DELETE') ? [command(t('action.remove'), 'remove')] : []),
    ],
  ]
  return <CardMenu anchor={anchor} name={card.title} groups={groups} onClose={onClose} />
}
