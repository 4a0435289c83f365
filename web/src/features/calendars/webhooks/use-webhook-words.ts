import type { Webhook, WebhookAttempt } from '#contract/calendars/webhooks'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'

/** What is said of a webhook takes the place of what was said of it before. */
export const topicOf = ({ id }: Pick<Webhook, 'id'>) => `webhook ${id}`

/** How a webhook stands, and what became of a try. */
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
