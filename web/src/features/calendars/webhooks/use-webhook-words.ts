import type { Webhook, WebhookAttempt } from '#contract/calendars/webhooks'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'

/** Returns the topic of notices about a webhook, so that a new one replaces the last. */
export const topicOf = ({ id }: Pick<Webhook, 'id'>) => `webhook ${id}`

/** Returns functions for the state of a webhook and the result of an attempt. */
export function useWebhookWords() {
  const { t } = useTranslation('webhooks')
  return {
    stateOf({ active, failingSinceUtc, gaveUpUtc }: Webhook): string {
      if (!active) return gaveUpUtc ? t('state.gaveUp', { at: formatDateTime(gaveUpUtc) }) : t('state.off')
      return failingSinceUtc ? t('state.failing', { since: formatDateTime(failingSinceUtc) }) : t('state.on')
    },
    resultOf: ({ fault, status }: Pick<WebhookAttempt, 'fault' | 'status'>): string =>
      fault ? t(`fault.${fault}`, { status: status ?? '' }) : t('status', { status: status ?? '' }),
  }
}
