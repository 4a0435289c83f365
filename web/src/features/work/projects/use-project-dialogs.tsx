import { type ReactNode, Suspense, useState } from 'react'
import type { ProjectCard } from '#contract/work/projects'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { placeIn } from '../../boards/placement.ts'
import type { ProjectCommand } from './ProjectMenu.tsx'
import { projectKeys } from './project-keys.ts'
import { useProjectBoards } from './use-project-boards.ts'
import { useProjectMoves } from './use-project-moves.ts'
import { useProjectRemoval } from './use-project-removal.ts'

const AssigneeDialog = lazyPart(() => import('../../users/people/AssigneeDialog.tsx'), 'AssigneeDialog')
const PlaceDialog = lazyPart(() => import('../../boards/PlaceDialog.tsx'), 'PlaceDialog')

/** Returns the actions on a project card and their dialogs. */
export function useProjectDialogs() {
  const { t } = useTranslation('boards')
  const go = useGo()
  const { boards = [] } = useProjectBoards()
  const [shown, setShown] = useState<{ kind: 'moveTo' | 'assign'; card: ProjectCard }>()
  const close = () => setShown(undefined)
  const { move, undo, settled } = useProjectMoves()
  const { archive, remove } = useProjectRemoval()

  function run(command: ProjectCommand, card: ProjectCard) {
    if (command === 'open') go('project', projectKeys(card))
    else if (command === 'archive') void settled().then(() => archive(card))
    else if (command === 'remove') void settled().then(() => remove(card))
    else setShown({ kind: command, card })
  }

  /** Renders the open dialog. `cards` are those of the board, which define «top» and «bottom». */
  function dialogFor(cards: readonly ProjectCard[]): ReactNode {
    if (!shown) return null
    const { kind, card } = shown
    if (kind === 'assign') {
      const { taskboardRef, step } = card
      const assign = (assigneeRef: string | null) => {
        close()
        void move(card, { taskboardRef, step, assigneeRef })
      }
      return (
        <AssigneeDialog
          given={{ work: 'PROJECT', boardRef: taskboardRef }}
          title={t('place.assignTitle', { name: card.title })}
          current={card.assigneeRef}
          onSelect={assign}
          onClose={close}
        />
      )
    }
    return (
      <PlaceDialog
        purpose="move"
        name={card.title}
        card={card}
        boards={boards}
        onChosen={(target) => {
          close()
          void move(card, placeIn(target, cards, card))
        }}
        onClose={close}
      />
    )
  }

  return { run, move, undo, dialogFor: (cards: readonly ProjectCard[]) => <Suspense>{dialogFor(cards)}</Suspense> }
}
