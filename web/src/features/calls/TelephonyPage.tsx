import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import { askedCalls } from '#contract/asked/calls'
import type { Provider } from '#contract/calls/calls'
import { type LogEntry, telephonyApi } from '#contract/calls/telephony'
import { limits } from '#contract/limits'
import { pathTo } from '#contract/routes'
import { useApi, useCount } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import type { Column } from '../../ui/DataTable/columns.ts'
import { DataTable } from '../../ui/DataTable/DataTable.tsx'
import { useDaysText, weekdayName } from '../../ui/dates/use-days-text.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { pageLook, tableLook } from '../../ui/layout/look.ts'
import { ScreenLink } from '../../ui/navigation/ScreenLink.tsx'
import { useGo, useScreenParams } from '../../ui/navigation/screens.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { Typography } from '../../ui/text/Typography.tsx'
import { PhoneCell } from '../contacts/PhoneLink.tsx'
import { Connect } from './Connect.tsx'
import { SipgateAccount } from './SipgateAccount.tsx'
import { TryOut } from './TryOut.tsx'

const shownProviders: readonly Provider[] = ['SIPGATE', 'PLACETEL', 'THREE_CX', 'GENERIC']

/** Settings of the telephone providers, a trial call, and the log of calls. */
export function TelephonyPage() {
  const { t } = useTranslation('telephony')
  const { t: ui } = useTranslation('ui')
  const go = useGo()
  const { query, narrowed } = useAsked()
  const log = useApi(telephonyApi.log, { query }, { quiet: true })
  const isCut = (log.data?.length ?? 0) >= limits.loggedCalls
  const total = useCount(telephonyApi.count, { query }, isCut && narrowed !== '')
  const columns = useColumns()
  const [provider, setProvider] = useState<Provider>('SIPGATE')
  const [shown, setShown] = useState<LogEntry>()
  const panels = (
    <>
      <TextField
        select
        label={t('connect.provider')}
        value={provider}
        onChange={({ target }) => setProvider(target.value as Provider)}
        sx={{ mt: 1, mb: 3, width: { xs: '100%', sm: 320 } }}
      >
        {shownProviders.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`provider.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          mb: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 3 }}>
          <Connect provider={provider} />
          {provider === 'SIPGATE' && <SipgateAccount />}
        </Box>
        <TryOut provider={provider} />
      </Box>
    </>
  )
  return (
    <Box sx={pageLook}>
      {/* a link from the dashboard shows only the log */}
      {!narrowed && panels}
      <Box sx={tableLook}>
        <DataTable
          tableId="telephony"
          label={t('log.title')}
          columns={columns}
          rows={log.error ? undefined : log.data}
          rowId={({ id }) => id}
          rowName={({ call, provider: from }) => call?.contactName ?? call?.number ?? t(`provider.${from}`)}
          error={log.error ? { message: log.error.message, onRetry: () => void log.refetch() } : undefined}
          busy={log.isFetching}
          onOpen={setShown}
          rowActions={(one) => [{ label: t('log.show'), onClick: () => setShown(one) }]}
          empty={{ title: t(narrowed ? 'log.noneOfThese' : 'log.none') }}
        >
          {narrowed && <Chip label={narrowed} onDelete={() => go('telephony', {}, { replace: true })} />}
          {total !== undefined && total > limits.loggedCalls && (
            <Typography variant="body2">
              {t('log.latestOf', { shown: limits.loggedCalls, total: formatNumber(total) })}
            </Typography>
          )}
        </DataTable>
      </Box>
      {shown && (
        <Dialog
          open
          title={t('log.messages')}
          onClose={() => setShown(undefined)}
          actions={<Button onClick={() => setShown(undefined)}>{ui('action.close')}</Button>}
        >
          <Box component="pre" tabIndex={0} sx={{ overflow: 'auto', fontSize: 13, m: 0 }}>
            {JSON.stringify(shown.messages, undefined, 2)}
          </Box>
        </Dialog>
      )}
    </Box>
  )
}

/** Returns the filter of the log from the URL, and its description. */
function useAsked() {
  const { t, language } = useTranslation('telephony')
  const daysText = useDaysText()
  const query = askedCalls(useScreenParams('telephony'))
  const { calls, since, until, weekday } = query
  const words = [
    calls && t(`log.only.${calls}`),
    daysText(since, until),
    weekday && weekdayName(weekday, language),
  ].filter(Boolean)
  return { query, narrowed: words.join(' · ') }
}

function useColumns(): Column<LogEntry>[] {
  const { t } = useTranslation('telephony')
  const { t: words } = useTranslation('calls')
  return useMemo(
    () => [
      { id: 'at', label: t('log.at'), kind: 'datetime', value: ({ atUtc }) => atUtc, width: 140 },
      { id: 'provider', label: t('log.provider'), value: (one) => t(`provider.${one.provider}`), width: 90 },
      {
        id: 'direction',
        label: t('log.direction'),
        value: ({ call }) => call && words(`direction.${call.direction}`),
        width: 90,
      },
      {
        id: 'number',
        label: t('log.number'),
        value: ({ call }) => call && (call.number || words('hidden')),
        render: ({ call }) => call && (call.number ? <PhoneCell number={call.number} /> : words('hidden')),
        width: 160,
      },
      {
        id: 'contact',
        label: t('log.contact'),
        value: ({ call }) => call?.contactName,
        render: ({ call }) =>
          call?.contactRef && (
            <ScreenLink href={pathTo('contact', { id: call.contactRef })} tabIndex={-1}>
              {call.contactName}
            </ScreenLink>
          ),
        width: 160,
      },
      { id: 'state', label: t('log.state'), value: ({ call }) => call && words(`state.${call.state}`), width: 120 },
      { id: 'reached', label: t('log.reached'), value: ({ call }) => call?.reached.join(', '), width: 120 },
      { id: 'answeredBy', label: t('log.answeredBy'), value: ({ call }) => call?.answeredBy, width: 120 },
      { id: 'why', label: t('log.why'), value: ({ why }) => why && t(`log.reason.${why}`), width: 200 },
    ],
    [t, words],
  )
}
