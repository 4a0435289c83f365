import { useQueryClient } from '@tanstack/react-query'
import { duplicateApi } from '#contract/contacts/duplicates'
import { remember, useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Progress } from '../../../ui/states/Progress.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

/** Shows the last duplicate search and its result, or the progress of a running one. */
export function RunPanel() {
  const { t } = useTranslation('duplicates')
  const client = useQueryClient()
  const read = useApi(duplicateApi.latestRun, {}, { quiet: true })
  const start = useApiMutation(duplicateApi.start, {
    onAnswer: (run) => remember(client, duplicateApi.latestRun, {}, run),
  })
  const run = read.data
  const busy = run?.state === 'WAITING' || run?.state === 'RUNNING'

  if (read.error) return <ErrorState message={read.error.message} onRetry={() => void read.refetch()} />
  if (run === undefined) return <SkeletonLines lines={2} />
  if (run && busy) {
    return (
      <Paper sx={{ p: 3 }}>
        {run.state === 'WAITING' ? (
          <Progress label={t('run.waiting')} detail=" " />
        ) : (
          <Progress
            label={t('run.running')}
            value={(run.stepsDone / Math.max(run.stepsTotal, 1)) * 100}
            detail={t('run.steps', { done: run.stepsDone + 1, total: run.stepsTotal })}
          />
        )}
      </Paper>
    )
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Typography variant="body2" color="textSecondary" role="status" sx={{ flex: 1, minWidth: 220 }}>
        {run === null && t('run.never')}
        {run?.state === 'FAILED' && t('run.failed')}
        {run?.state === 'DONE' &&
          t('run.done', {
            at: formatDateTime(run.finishedAtUtc ?? run.createdAtUtc),
            count: run.newGroups,
          })}
      </Typography>
      <Button variant="contained" color="secondary" loading={start.isPending} onClick={() => start.mutate({})}>
        {t('run.start')}
      </Button>
    </Box>
  )
}
