import { useCallback, useMemo } from 'react'
import { type BackgroundJob, backgroundJobStates, type KeptFiles, systemApi } from '#contract/overview/system'
import { changeThen, useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { pageLook, tableLook } from '../../../ui/layout/look.ts'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { formatFileSize } from '../../../ui/text/format.ts'

const views = [...backgroundJobStates, 'FILES'] as const

/** Shows background jobs, failed jobs and the contents of the file store. */
export function SystemPage() {
  const { t } = useTranslation('dashboards')
  const go = useGo()
  const params = useScreenParams('system')
  const view = views.find((one) => one === params.view) ?? 'FAILED'
  useScreenActions({
    tabs: {
      value: view,
      onChange: (to) => go('system', { view: to }),
      options: views.map((value) => ({ value, label: t(`system.view.${value}`) })),
    },
  })
  return (
    <Box sx={pageLook}>
      <Box sx={tableLook}>{view === 'FILES' ? <Files /> : <Jobs key={view} state={view} />}</Box>
    </Box>
  )
}

function Jobs({ state }: { state: BackgroundJob['state'] }) {
  const { t } = useTranslation('dashboards')
  const jobs = useApi(systemApi.jobs, { query: { state } }, { quiet: true })
  const retry = useApiMutation(systemApi.retry)
  const nameOf = useJobName()
  const columns = useMemo(
    (): Column<BackgroundJob>[] => [
      { id: 'name', label: t('system.job'), value: ({ name }) => nameOf(name), width: 280 },
      { id: 'created', label: t('system.created'), kind: 'datetime', value: (one) => one.createdUtc, width: 160 },
      { id: 'next', label: t('system.nextTry'), kind: 'datetime', value: (one) => one.nextTryUtc, width: 160 },
      {
        id: 'attempts',
        label: t('system.attempts'),
        value: ({ attempts, mostAttempts }) => t('system.attemptsOf', { attempts, mostAttempts }),
        width: 120,
      },
      { id: 'error', label: t('system.error'), value: ({ error }) => error, width: 420 },
    ],
    [t, nameOf],
  )
  return (
    <DataTable
      tableId={`system-${state}`}
      label={t(`system.view.${state}`)}
      columns={columns}
      rows={jobs.error ? undefined : jobs.data}
      rowId={({ id }) => id}
      rowName={({ name }) => nameOf(name)}
      error={jobs.error ? { message: jobs.error.message, onRetry: () => void jobs.refetch() } : undefined}
      busy={jobs.isFetching}
      rowActions={({ id, name }) => [
        {
          label: t('system.retry'),
          onClick: () =>
            changeThen(retry, { params: { id } }, () => notify(t('system.retried', { name: nameOf(name) }))),
        },
      ]}
      empty={{ title: t(`system.none.${state}`) }}
    />
  )
}

/** Returns a function for the name of a job; unknown jobs of a later version keep their technical name. */
function useJobName(): (name: string) => string {
  const { t } = useTranslation('dashboards')
  return useCallback((name) => t(`system.name.${name as 'readFiles'}`, { defaultValue: name }), [t])
}

/** Reload interval in milliseconds: counting all files is too expensive for each change. */
const every = 15_000

function Files() {
  const { t } = useTranslation('dashboards')
  const files = useApi(systemApi.files, {}, { quiet: true, every })
  const columns = useMemo(
    (): Column<KeptFiles>[] => [
      { id: 'kind', label: t('system.kind'), value: ({ kind }) => t(`system.files.${kind}`), width: 320 },
      { id: 'files', label: t('figure.files.name'), kind: 'number', value: (one) => one.files, width: 120 },
      {
        id: 'bytes',
        label: t('system.size'),
        kind: 'number',
        value: ({ bytes }) => bytes,
        render: ({ bytes }) => formatFileSize(bytes),
        width: 140,
      },
    ],
    [t],
  )
  return (
    <DataTable
      tableId="system-files"
      label={t('system.view.FILES')}
      columns={columns}
      rows={files.error ? undefined : files.data}
      rowId={({ kind }) => kind}
      rowName={({ kind }) => t(`system.files.${kind}`)}
      error={files.error ? { message: files.error.message, onRetry: () => void files.refetch() } : undefined}
      busy={files.isFetching}
      empty={{ title: t('system.none.FILES') }}
    />
  )
}
