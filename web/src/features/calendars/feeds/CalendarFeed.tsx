import Alert from '@mui/material/Alert'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import { useState } from 'react'
import { calendarFeedApi, type FeedSource, feedSources, needsOfSource } from '#contract/calendars/feeds'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

/** Settings of the user's calendar feed: create its URL, which is shown once, choose its contents, revoke it. */
export function CalendarFeed() {
  const { t } = useTranslation('calendarFeeds')
  const may = useMay()
  const confirm = useConfirm()
  const known = useApi(calendarFeedApi.get, {}, { quiet: true })
  const make = useApiMutation(calendarFeedApi.make)
  const change = useApiMutation(calendarFeedApi.change, { oneByOne: true, onSuccess: () => notify(t('saved')) })
  const revoke = useApiMutation(calendarFeedApi.revoke)
  const offered = feedSources.filter((source) => may(needsOfSource[source]))
  const [chosen, setChosen] = useState<readonly FeedSource[]>(offered)
  if (known.error) return <ErrorState message={known.error.message} onRetry={() => void known.refetch()} />
  if (!known.data) return <SkeletonLines lines={4} />
  const { feed } = known.data
  const kept = change.isPending ? change.variables.body.sources : (feed?.sources ?? chosen)
  const sources = offered.filter((source) => kept.includes(source))

  function choose(source: FeedSource, on: boolean) {
    const next = offered.filter((one) => (one === source ? on : sources.includes(one)))
    if (feed) change.mutate({ body: { sources: next } })
    else setChosen(next)
  }
  const makeIt = () => make.mutate({ body: { sources, replaces: feed?.createdUtc ?? null } })
  async function renew() {
    if (await confirm({ title: t('renew'), message: t('renewMessage'), ok: t('renew') })) makeIt()
  }
  async function askAndRevoke() {
    if (!(await confirm({ title: t('revokeTitle'), message: t('revokeMessage'), ok: t('revoke') }))) return
    revoke.mutate(
      {},
      {
        onSuccess: () => {
          make.reset()
          notify(t('revoked'))
        },
      },
    )
  }

  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      <Typography variant="body2">{t('is')}</Typography>
      <FormGroup role="group" aria-label={t('sources')}>
        {offered.map((source) => (
          <FormControlLabel
            key={source}
            label={t(`source.${source}`)}
            control={
              <Checkbox
                checked={sources.includes(source)}
                // the last source cannot be removed; revoking the URL does that
                disabled={feed !== null && sources.length === 1 && sources.includes(source)}
                onChange={({ target }) => choose(source, target.checked)}
              />
            }
          />
        ))}
      </FormGroup>
      {feed && make.data?.feed.createdUtc === feed.createdUtc && <Address path={make.data.path} />}
      {feed ? (
        <>
          <Typography variant="body2" color="textSecondary">
            {t('made', { at: formatDateTime(feed.createdUtc) })},{' '}
            {feed.lastReadUtc ? t('read', { at: formatDateTime(feed.lastReadUtc) }) : t('unread')}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <Button variant="outlined" color="inherit" loading={make.isPending} onClick={() => void renew()}>
              {t('renew')}
            </Button>
            <Button variant="outlined" color="inherit" loading={revoke.isPending} onClick={() => void askAndRevoke()}>
              {t('revoke')}
            </Button>
          </Box>
        </>
      ) : (
        <Button
          variant="outlined"
          color="inherit"
          loading={make.isPending}
          disabled={sources.length === 0}
          onClick={makeIt}
        >
          {t('make')}
        </Button>
      )}
    </Box>
  )
}

function Address({ path }: { path: string }) {
  const { t } = useTranslation('calendarFeeds')
  const { origin, host } = window.location
  const address = origin + path
  return (
    <Box sx={{ display: 'grid', gap: 2, width: '100%', justifyItems: 'start' }}>
      <Alert severity="warning" variant="outlined">
        {t('once')}
      </Alert>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, width: '100%' }}>
        <Box
          component="code"
          role="group"
          aria-label={t('address')}
          sx={{ flex: 1, overflowWrap: 'anywhere', userSelect: 'all', p: 2, border: '1px solid var(--line)' }}
        >
          {address}
        </Box>
        <CopyButton text={address} label={t('copy')} />
      </Box>
      <Button component="a" href={`webcal://${host}${path}`}>
        {t('open')}
      </Button>
    </Box>
  )
}
