import { flameApi } from '#contract/orders/flames'
import { useApiPages } from '../../../../api/hooks.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { HistoryLines, olderThan } from '../../../together/history/HistoryLines.tsx'
import { tellEntry } from '../../../together/history/tell-entry.ts'
import { kinds } from './dossier-kinds.ts'

/** The change history of a flame and its dossier. */
export function FlameHistory({ flameId }: { flameId: string }) {
  const { t } = useTranslation('history')
  const { t: ui } = useTranslation('ui')
  const { t: dossiers } = useTranslation('dossiers')
  const { t: contacts } = useTranslation('contacts')
  const { t: todos } = useTranslation('todos')
  const input = (before?: number) => ({ params: { id: flameId }, query: { before } })
  const pages = useApiPages(flameApi.history, input, olderThan)
  const words = { t, yes: ui('value.yes'), no: ui('value.no'), dossiers, contacts, todos, step: t('step') }
  return <HistoryLines pages={pages} tell={(entry, names) => tellEntry(kinds, entry, words, names)} px={3} />
}
