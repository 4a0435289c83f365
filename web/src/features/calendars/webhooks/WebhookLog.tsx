import Chip from '@mui/material/Chip'
import { useState } from 'react'
import {
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookMessage,
  webhookApi,
} from '#contract/calendars/webhooks'
import { useApiMutation, useApiPages } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useWebhookWords } from './use-webhook-words.ts'

/** The deliveries of a webhook with their attempts; each can be sent again. */
export function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const { t: ui } = useTranslation('ui')
  const { id, title, active } = webhook
  const log = useApiPages(
    webhookApi.log,
    (before?: string) => ({ params: { id }, query: { before } }),
    ({ deliveries, more }) => (more ? deliveries.at(-1)?.id : undefined),
  )
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries)
  return (
    <Dialog
      open
      width={860}
      title={t('log.title', { title })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{ui('action.close')}</Button>}
    >
      {log.error && <ErrorState message={log.error.message} onRetry={() => void log.refetch()} />}
      {!deliveries && !log.error && <SkeletonLines lines={6} />}
      {deliveries?.length === 0 && <EmptyState title={t('log.none')} />}
      <Box component="ul" aria-label={t('log.deliveries')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {deliveries?.map((delivery) => (
          <Line key={delivery.id} webhookId={id} delivery={delivery} canReplay={active} />
        ))}
      </Box>
      {log.hasNextPage && (
        <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('log.more')}
        </Button>
      )}
    </Dialog>
  )
}

const colours = { WAITING: 'warning', DELIVERED: 'success', GIVEN_UP: 'error' } as const

function Line({
  webhookId,
  delivery,
  canReplay,
}: {
  webhookId: string
  delivery: WebhookDelivery
  canReplay: boolean
}) {
  const { t } = useTranslation('webhooks')
  const words = useWebhookWords()
  const [isOpen, setOpen] = useState(false)
  const replay = useApiMutation(webhookApi.replay, { onSuccess: () => notify(t('log.replayed')) })
  const { eventRef, eventType, state, createdUtc, nextTryUtc, body, attempts } = delivery
  const start = startOf(body)
  const event = t(`event.${eventType}`)
  const name = start ? t('log.of', { event, start: formatDateTime(start) }) : event
  const at = formatDateTime(createdUtc)
  const [last] = attempts
  const said = [
    at,
    last ? words.resultOf(last) : t('log.noAttempt'),
    nextTryUtc && t('log.next', { at: formatDateTime(nextTryUtc) }),
  ]
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', py: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {name}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {said.filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        <Chip size="small" variant="outlined" color={colours[state]} label={t(`delivery.${state}`)} />
        <Button aria-expanded={isOpen} aria-label={t('log.detailsOf', { name, at })} onClick={() => setOpen(!isOpen)}>
          {t('log.details')}
        </Button>
        {eventType !== 'TEST' && canReplay && (
          <Button
            aria-label={t('log.replayOf', { name, at })}
            loading={replay.isPending}
            onClick={() => replay.mutate({ params: { id: webhookId, eventRef } })}
          >
            {t('log.replay')}
          </Button>
        )}
      </Box>
      {isOpen && (
        <Box sx={{ display: 'grid', gap: 2, pt: 2, pl: 2 }}>
          {attempts.map((attempt) => (
            <Attempt key={attempt.atUtc + attempt.durationMs} attempt={attempt} />
          ))}
          <Text name={t('log.body')} text={body} />
        </Box>
      )}
    </Box>
  )
}

/** Returns the start of the appointment in a message. */
function startOf(body: string): string | undefined {
  const { data } = JSON.parse(body) as WebhookMessage
  return 'startUtc' in data ? data.startUtc : undefined
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { t } = useTranslation('webhooks')
  const words = useWebhookWords()
  const { atUtc, durationMs, answer } = attempt
  return (
    <Box>
      <Typography variant="body2">
        {t('log.attempt', { at: formatDateTime(atUtc), ms: durationMs })} · {words.resultOf(attempt)}
      </Typography>
      {answer && <Text name={t('log.answer')} text={answer} />}
    </Box>
  )
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <Box>
      <Typography variant="caption" color="textSecondary">
        {name}
      </Typography>
      <Box component="pre" sx={{ m: 0, fontSize: 13, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Box>
    </Box>
  )
}
