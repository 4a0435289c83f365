import Link from '@mui/material/Link'
import { boardApi } from '#contract/orders/boards'
import type { Flame } from '#contract/orders/flames'
import { pathTo } from '#contract/routes'
import { useApi } from '../../../../api/hooks.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { formatDateTime } from '../../../../ui/dates/zone.ts'
import { Box } from '../../../../ui/layout/Box.tsx'
import { useGo } from '../../../../ui/navigation/screens.ts'
import { Typography } from '../../../../ui/text/Typography.tsx'
import { daysInStep } from '../../../boards/ageing.ts'

/** Returns the board of a flame; undefined while loading. */
export function useFlameBoard({ taskboardRef }: Flame) {
  const boards = useApi(boardApi.listFlameBoards, { query: {} })
  return boards.data?.find(({ id }) => id === taskboardRef)
}

/** Shows the board and the time in the step; `withStep` also names the step, where no step bar does. */
export function StepFact({ flame, withStep = false }: { flame: Flame; withStep?: boolean }) {
  const { t } = useTranslation('dossiers')
  const go = useGo()
  const board = useFlameBoard(flame)
  const step = board?.steps.find(({ id }) => id === flame.step)
  const days = daysInStep(flame, Date.now())
  return (
    <Typography variant="body2" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
      {board && step && (
        <>
          {withStep && (
            <Box component="span" sx={{ width: 10, height: 10, borderRadius: '50%', bgcolor: step.colour }} />
          )}
          <span>
            <Link
              href={pathTo('flames', { board: board.id })}
              color="inherit"
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                go('flames', { board: board.id })
              }}
            >
              {board.title}
            </Link>
            {withStep && (
              <>
                {' '}
                · <strong>{step.title}</strong>
              </>
            )}
          </span>
        </>
      )}
      <Box component="span" title={formatDateTime(flame.inStepSinceUtc)} sx={{ color: 'text.secondary' }}>
        {days < 1 ? t('step.today') : t('step.since', { count: days })}
      </Box>
    </Typography>
  )
}
