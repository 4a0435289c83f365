import { useBlocker, useParams, useSearch } from '@tanstack/react-router'
import { useMay } from '../../../session/session.ts'
import { mayLeave } from '../../../ui/unsaved-changes.ts'
import { contactPath, useGo } from '../contact-paths.ts'
import { type ContactTab, contactTabs } from './contact-tabs.ts'

/** The tabs that the user may see, and which of them the address names. Leaving one asks for what is unsaved in it. */
export function useContactTab(contactId: string) {
  const may = useMay()
  const go = useGo()
  const { attachmentId, commentId } = useParams({ strict: false }) as { attachmentId?: string; commentId?: string }
  const search = useSearch({ strict: false }) as { tab?: string }
  const tab = attachmentId ? 'documents' : commentId ? 'comments' : search.tab
  const tabs = contactTabs.filter(({ needs }) => may(needs))
  const shown = tabs.find(({ name }) => name === tab) ?? (tabs[0] as ContactTab)
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname === next.pathname && tabOf(current.search) !== tabOf(next.search) && !(await mayLeave()),
    enableBeforeUnload: false,
  })
  const show = (name: string) => go(contactPath(contactId), { search: name === tabs[0]?.name ? {} : { tab: name } })
  return { tabs, shown, show }
}

const tabOf = (search: object) => (search as { tab?: string }).tab
