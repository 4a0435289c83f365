import { useMemo } from 'react'
import { type HistoryList, historyApi } from '#contract/together/history'
import { useApiPages } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useRoleLabel } from '../../users/people/use-role-label.ts'
import { HistoryLines, type HistoryPages, olderThan } from './HistoryLines.tsx'
import { type ListWords, tellListEntry } from './list-words.ts'

/** A list with a history, and one of its entries; without an id, all entries. */
export type Told = { list: HistoryList | 'users'; id?: string | undefined }

/** The change history of a list or of one of its entries. */
export default function ListHistory({ list, id }: Told) {
  if (list === 'users') return id ? <OfUser id={id} /> : <OfUsers />
  return id ? <OfListEntry list={list} id={id} /> : <OfList list={list} />
}

function OfUsers() {
  return <Lines pages={useApiPages(historyApi.ofUsers, (before?: number) => ({ query: { before } }), olderThan)} />
}

function OfUser({ id }: { id: string }) {
  const input = (before?: number) => ({ params: { id }, query: { before } })
  return <Lines pages={useApiPages(historyApi.ofUser, input, olderThan)} />
}

function OfList({ list }: { list: HistoryList }) {
  const input = (before?: number) => ({ params: { list }, query: { before } })
  return <Lines pages={useApiPages(historyApi.ofList, input, olderThan)} />
}

function OfListEntry({ list, id }: { list: HistoryList; id: string }) {
  const input = (before?: number) => ({ params: { list, id }, query: { before } })
  return <Lines pages={useApiPages(historyApi.ofListEntry, input, olderThan)} />
}

function Lines({ pages }: { pages: HistoryPages }) {
  const words = useWords()
  return <HistoryLines pages={pages} tell={(entry, names) => tellListEntry(entry, words, names)} />
}

function useWords(): ListWords {
  const { t } = useTranslation('history')
  const { t: ui } = useTranslation('ui')
  const { t: lists } = useTranslation('masterData')
  const { t: users } = useTranslation('users')
  const { t: absences } = useTranslation('absences')
  const { t: mailboxes } = useTranslation('mailboxes')
  const { t: calculations } = useTranslation('calculations')
  const { t: templates } = useTranslation('templates')
  const { t: flames } = useTranslation('flames')
  const roleName = useRoleLabel()
  return useMemo(
    () => ({
      t,
      yes: ui('value.yes'),
      no: ui('value.no'),
      lists,
      absences,
      users,
      mailboxes,
      calculations,
      templates,
      flames,
      roleName,
    }),
    [t, ui, lists, absences, users, mailboxes, calculations, templates, flames, roleName],
  )
}
