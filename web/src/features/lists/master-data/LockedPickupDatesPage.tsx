import LockOpenIcon from '@mui/icons-material/LockOpen'
import { Suspense, useState } from 'react'
import { today } from '#contract/endpoint'
import { lockedPickupDateApi as api, type LockedPickupDate } from '#contract/lists/master-data'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { DateInput } from '../../../ui/dates/DateInput.tsx'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { CsvButton } from '../../../ui/files/CsvButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { HistoryButton } from '../../together/history/HistoryDialog.tsx'

const Calendar = lazyPart(() => import('../../../ui/dates/Calendar.tsx'), 'default')

/** Locks days for pickups by calendar or text field, and unlocks them in the list. */
export function LockedPickupDatesPage() {
  const { t } = useTranslation('masterData')
  const dates = useApi(api.list, {}, { quiet: true })
  const [typed, setTyped] = useState<string | null>(null)
  const lock = useApiMutation(api.add, {
    onSuccess: ({ lockedAt }) => {
      // keep a date typed meanwhile
      setTyped((now) => (now === lockedAt ? null : now))
      notify(t('lockedPickupDates.locked', { date: formatDate(lockedAt) }))
    },
  })
  useScreenActions({ title: t('lockedPickupDates.title') })
  const locked = new Set(dates.data?.map(({ lockedAt }) => lockedAt))
  const lockDay = (lockedAt: string) => lock.mutate({ body: { lockedAt } })
  const isDay = typed !== null && /^\d{4}-\d{2}-\d{2}$/.test(typed)

  if (dates.error) return <ErrorState message={dates.error.message} onRetry={() => void dates.refetch()} />
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: '360px 1fr' }, alignItems: 'start' }}>
      <Paper component="section" sx={{ p: 3 }} aria-label={t('lockedPickupDates.calendar')}>
        <Typography variant="h2" sx={{ mb: 2 }}>
          {t('lockedPickupDates.calendar')}
        </Typography>
        <Suspense fallback={<Box sx={{ height: 334 }} />}>
          <Calendar mode="day" value={null} isBlocked={(day) => locked.has(day)} onPick={lockDay} />
        </Suspense>
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', mt: 2 }}>
          <DateInput label={t('lockedPickupDates.date')} value={typed} onChange={setTyped} />
          <Button
            variant="contained"
            color="secondary"
            disabled={!isDay}
            loading={lock.isPending}
            onClick={() => typed && lockDay(typed)}
          >
            {t('lockedPickupDates.lock')}
          </Button>
        </Box>
      </Paper>
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <HistoryButton list="lockedPickupDates" name={t('lockedPickupDates.title')} />
          <CsvButton
            name={t('lockedPickupDates.title')}
            columns={[
              { id: 'lockedAt', label: t('lockedPickupDates.date'), kind: 'date', value: (row) => row.lockedAt },
            ]}
            rows={dates.data ?? []}
          />
        </Box>
        <DateLists dates={dates.data ?? []} />
      </Box>
    </Box>
  )
}

function DateLists({ dates }: { dates: readonly LockedPickupDate[] }) {
  const { t } = useTranslation('masterData')
  const day = today()
  const coming = dates.filter(({ lockedAt }) => lockedAt >= day)
  const past = dates.filter(({ lockedAt }) => lockedAt < day).toReversed()
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {dates.length === 0 && <EmptyState title={t('lockedPickupDates.none')} />}
      {coming.length > 0 && <DateList label={t('lockedPickupDates.coming')} dates={coming} />}
      {past.length > 0 && <DateList label={t('lockedPickupDates.past')} dates={past} />}
    </Box>
  )
}

function DateList({ label, dates }: { label: string; dates: readonly LockedPickupDate[] }) {
  const { t } = useTranslation('masterData')
  const confirm = useConfirm()
  const remove = useApiMutation(api.remove)
  const lock = useApiMutation(api.add)

  async function open({ id, lockedAt }: LockedPickupDate) {
    const date = formatDate(lockedAt)
    const answer = await confirm({
      title: t('lockedPickupDates.openTitle'),
      message: t('lockedPickupDates.openMessage', { date }),
      ok: t('lockedPickupDates.open'),
    })
    if (!answer) return
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          notify(t('lockedPickupDates.opened', { date }), {
            action: { label: t('remove.undo'), onClick: () => lock.mutate({ body: { lockedAt } }) },
          }),
      },
    )
  }

  return (
    <Paper component="section" sx={{ p: 3 }} aria-label={label}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {label}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {dates.map((date) => (
          <Box
            component="li"
            key={date.id}
            sx={{ display: 'flex', alignItems: 'center', gap: 3, borderTop: '1px solid var(--line)', py: 1 }}
          >
            <Box sx={{ flex: 1 }}>
              {formatDate(date.lockedAt)} · {t(`weekday.${weekdayOf(date.lockedAt)}`)}
            </Box>
            <Button
              startIcon={<LockOpenIcon />}
              aria-label={`${t('lockedPickupDates.open')} ${formatDate(date.lockedAt)}`}
              onClick={() => void open(date)}
            >
              {t('lockedPickupDates.open')}
            </Button>
          </Box>
        ))}
      </Box>
    </Paper>
  )
}

const names = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const
const weekdayOf = (day: string) => names[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'SUNDAY'
