import type { TFunction } from 'i18next'
import { type EmailState, emailStates } from '#contract/mail/emails'
import { type HistoryEntry, historyApi } from '#contract/together/history'
import { useApiPages } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { withColon } from '../../../i18n/written.ts'
import { HistoryLines, olderThan } from '../../together/history/HistoryLines.tsx'

/** The change history of a message, latest first. */
export function EmailHistory({ id }: { id: string }) {
  const { t } = useTranslation('emails')
  const input = (before?: number) => ({ params: { id }, query: { before } })
  const pages = useApiPages(historyApi.ofEmail, input, olderThan)
  return (
    <HistoryLines
      pages={pages}
      tell={(entry, names) => {
        const what = tell(entry, t, (user) => names[textOf(user)] ?? t('history.nobody'))
        return what ? { what, lines: [] } : null
      }}
    />
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
type Change = HistoryEntry['changes'][number]

/** Describes an entry of the history; empty if it contains nothing to display. */
function tell({ entity, changes }: HistoryEntry, t: TFunction<'emails'>, nameOf: (user: unknown) => string): string {
  if (entity === 'comment') {
    const text = changes.find(({ field }) => field === 'text')
    return text ? withColon(t('history.commented'), textOf(text.after ?? text.before)) : ''
  }
  const stateOf = (state: unknown) =>
    emailStates.some((known) => known === state) ? t(`state.${state as EmailState}`) : ''
  const words: Record<string, (change: Change) => string> = {
    state: ({ before, after }) => withColon(t('history.state'), `${stateOf(before)} → ${stateOf(after)}`),
    assigneeId: ({ before, after }) => withColon(t('history.assigneeId'), `${nameOf(before)} → ${nameOf(after)}`),
    contactId: ({ after }) => t(after === null ? 'history.released' : 'history.linked'),
    important: ({ after }) => withColon(t('history.important'), t(after ? 'history.yes' : 'history.no')),
    deletedAt: ({ after }) => t(after === null ? 'history.restored' : 'history.binned'),
  }
  return changes
    .map((change) => words[change.field]?.(change) ?? '')
    .filter(Boolean)
    .join(', ')
}
