import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { Provider } from '#contract/calls/calls'
import { type CallEvent, telephonyApi } from '#contract/calls/telephony'
import type { AnswerOf } from '#contract/endpoint'
import { pathTo } from '#contract/routes'
import { changeThen, useApiMutation } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { newId } from '../../state/new-id.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ScreenLink } from '../../ui/navigation/ScreenLink.tsx'
import { notify } from '../../ui/notices/snackbar.ts'
import { Typography } from '../../ui/text/Typography.tsx'

interface MadeUp {
  provider: Provider
  callId: string
  from: string
  to: string
}

/** Simulates a call: shows whom it would reach and which contact would be calling. It is only sent on request. */
export function TryOut({ provider }: { provider: Provider }) {
  const { t } = useTranslation('telephony')
  const [{ from, to }, setTyped] = useState({ from: '', to: '' })
  const [call, setCall] = useState<MadeUp>()
  const attempt = useApiMutation(telephonyApi.tryOut)
  // another provider would send another message
  const data = call?.provider === provider ? attempt.data : undefined

  function run(event: FormEvent) {
    event.preventDefault()
    const made = { provider, callId: `${t('try.title')} ${newId()}`, from, to }
    attempt.mutate({ body: made }, { onSuccess: () => setCall(made) })
  }

  return (
    <Panel title={t('try.title')}>
      <Box component="form" onSubmit={run} sx={{ display: 'grid', gap: 2, px: 3, pb: 3 }}>
        <Typography variant="body2">{t('try.is')}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
          <TextField
            label={t('try.from')}
            value={from}
            onChange={({ target }) => setTyped({ from: target.value, to })}
            slotProps={{ htmlInput: { maxLength: 100, inputMode: 'tel' } }}
          />
          <TextField
            label={t('try.to')}
            value={to}
            onChange={({ target }) => setTyped({ from, to: target.value })}
            slotProps={{ htmlInput: { maxLength: 100, inputMode: 'tel' } }}
          />
          <Button type="submit" variant="outlined" disabled={attempt.isPending}>
            {t('try.run')}
          </Button>
        </Box>
        <Box role="status" sx={{ display: 'grid', gap: 1 }}>
          {data && <Outcome data={data} />}
        </Box>
        {data && call && <Send call={call} events={data.events} />}
      </Box>
    </Panel>
  )
}

function Outcome({ data }: { data: AnswerOf<typeof telephonyApi.tryOut> }) {
  const { t } = useTranslation('telephony')
  const { t: words } = useTranslation('calls')
  const { request } = data
  return (
    <>
      <Typography>
        {data.reached.length > 0 ? t('try.reached', { names: data.reached.join(', ') }) : t('try.nobody')}
      </Typography>
      {data.internal && <Typography>{t('try.internal')}</Typography>}
      {!data.internal && data.candidates.length === 0 && <Typography>{t('try.unknown')}</Typography>}
      {data.candidates.map(({ contactRef, name, city, reason }) => (
        <Typography key={contactRef}>
          <ScreenLink href={pathTo('contact', { id: contactRef })}>{name}</ScreenLink>
          {` ${[city, words(`reason.${reason}`)].filter(Boolean).join(' · ')}`}
        </Typography>
      ))}
      <Typography variant="body2">{t('try.message')}</Typography>
      <Box component="code" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {`${request.method} ${request.path}\nContent-Type: ${request.contentType}\n\n${request.body}`}
      </Box>
    </>
  )
}

function Send({ call, events }: { call: MadeUp; events: readonly CallEvent[] }) {
  const { t } = useTranslation('telephony')
  const send = useApiMutation(telephonyApi.send)
  const sendOne = (event: CallEvent) =>
    changeThen(send, { body: { ...call, event } }, () => notify(t('try.sent', { event: t(`try.event.${event}`) })))
  return (
    <Box role="group" aria-label={t('try.sends')}>
      <Typography variant="body2">{t('try.sends')}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {events.map((event) => (
          <Button key={event} variant="outlined" disabled={send.isPending} onClick={() => sendOne(event)}>
            {t(`try.event.${event}`)}
          </Button>
        ))}
      </Box>
    </Box>
  )
}
