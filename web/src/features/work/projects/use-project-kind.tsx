import { useMemo } from 'react'
import { pathTo } from '#contract/routes'
import type { ProjectCard } from '#contract/work/projects'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import type { CardKind } from '../../boards/card-kind.ts'
import { ProjectContent } from './ProjectContent.tsx'
import { projectKeys } from './project-keys.ts'

export const nameOf = (card: ProjectCard): string => card.title

/** Returns the kind of cards for projects. */
export function useProjectKind(): CardKind<ProjectCard> {
  const { t } = useTranslation('projects')
  return useMemo(
    () => ({
      mayMove: 'PROJECT_MODIFY',
      nameOf,
      hrefOf: (card) => pathTo('project', projectKeys(card)),
      content: (card, _board, now) => <ProjectContent card={card} now={now} />,
      words: {
        emptyStep: t('board.emptyStep'),
        addTo: (step) => t('board.addTo', { step }),
        count: (count) => t('board.count', { count, text: formatNumber(count) }),
      },
    }),
    [t],
  )
}
