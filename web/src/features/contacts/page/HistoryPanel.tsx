import { useMemo } from 'react'
import { historyApi } from '#contract/together/history'
import { useApiPages } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { HistoryLines, olderThan } from '../../together/history/HistoryLines.tsx'
import { tell, type Words } from './history-words.ts'

/** The change history of a contact, latest first. */
export function HistoryPanel({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contacts')
  const words = useWords(contactId)
  const input = (before?: number) => ({ params: { id: contactId }, query: { before } })
  const pages = useApiPages(historyApi.ofContact, input, olderThan)
  return (
    <Box sx={{ mt: 3 }}>
      <Panel title={t('history.title')}>
        <HistoryLines pages={pages} tell={(entry, names) => tell(entry, { ...words, names })} px={3} />
      </Panel>
    </Box>
  )
}

function useWords(contactId: string): Omit<Words, 'names'> {
  const { t, language } = useTranslation('contacts')
  const { t: ui } = useTranslation('ui')
  return useMemo(
    () => ({ t, yes: ui('value.yes'), no: ui('value.no'), language, contactId }),
    [t, ui, language, contactId],
  )
}
