import { type HistoryRun, mailboxApi } from '#contract/mail/mailboxes'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { withColon } from '../../../i18n/written.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Progress } from '../../../ui/states/Progress.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'

const isGoing = ({ state }: HistoryRun) => state === 'WAITING' || state === 'RUNNING'

/** Reads past mail of a period again and files it for contacts; runs on the server. */
export function HistorySection() {
  const { t } = useTranslation('mailboxes')
  const runs = useApi(mailboxApi.historyRuns, {}, { quiet: true })
  const start = useApiMutation(mailboxApi.synchronizeHistory)
  const going = runs.data?.some(isGoing) ?? false
  return (
    <Paper component="section" aria-label={t('history.title')} sx={{ p: 4, display: 'grid', gap: 3 }}>
      <Box>
        <Typography variant="h2">{t('history.title')}</Typography>
        <Typography variant="body2" color="textSecondary">
          {t('history.hint')}
        </Typography>
      </Box>
      <Form
        label={t('history.title')}
        schema={mailboxApi.synchronizeHistory.query}
        defaultValues={{}}
        guarded={false}
        onSubmit={(query) => start.mutateAsync({ query })}
      >
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 240px)) max-content' },
            alignItems: 'start',
            gap: 3,
          }}
        >
          <DateField name="from" label={t('history.from')} required />
          <DateField name="to" label={t('history.to')} required />
          <Button
            type="submit"
            variant="contained"
            color="secondary"
            loading={start.isPending}
            disabled={going}
            sx={{ justifySelf: 'start' }}
          >
            {t('history.start')}
          </Button>
        </Box>
      </Form>
      {runs.error && <ErrorState message={runs.error.message} onRetry={() => void runs.refetch()} />}
      {runs.data && runs.data.length > 0 && (
        <Box
          component="ul"
          aria-label={t('history.runs')}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}
        >
          {runs.data.map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </Box>
      )}
    </Paper>
  )
}

function Run({ run }: { run: HistoryRun }) {
  const { t } = useTranslation('mailboxes')
  const cancel = useApiMutation(mailboxApi.cancelHistory)
  const { id, from, to, state, done, total, filed, detail } = run
  const span = t('history.of', { from: formatDate(from), to: formatDate(to) })
  const filedWords = t('history.filed', { count: filed })
  if (!isGoing(run)) {
    const words = [span, t(`history.state.${state}`), filedWords, detail]
    return (
      <Typography component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {words.filter(Boolean).join(' · ')}
      </Typography>
    )
  }
  const figures =
    total === null
      ? t('history.counted', { done: formatNumber(done) })
      : t('history.progress', { done: formatNumber(done), total: formatNumber(total) })
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
      <Box sx={{ flex: 1 }}>
        <Progress
          label={withColon(span, t(`history.state.${state}`))}
          {...(total ? { value: (done / total) * 100 } : {})}
          detail={`${figures} · ${filedWords}`}
        />
      </Box>
      <Button loading={cancel.isPending} onClick={() => cancel.mutate({ params: { id } })}>
        {t('history.cancel')}
      </Button>
    </Box>
  )
}
