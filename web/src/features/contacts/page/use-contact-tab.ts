import { useBlocker } from '@tanstack/react-router'
import { useMay } from '../../../session/session.ts'
import { mayLeave } from '../../../ui/forms/unsaved-changes.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { useContactParams } from '../use-contact-params.ts'
import { type ContactTab, contactTabs } from './contact-tabs.ts'

/** Returns the visible tabs and the current one. Asks about unsaved input when the tab changes. */
export function useContactTab(contactId: string) {
  const may = useMay()
  const go = useGo()
  const { attachmentId, commentId, tab: asked } = useContactParams()
  const tab = attachmentId ? 'documents' : commentId ? 'comments' : asked
  const tabs = contactTabs.filter(({ needs }) => may(needs))
  const shown = tabs.find(({ name }) => name === tab) ?? (tabs[0] as ContactTab)
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname === next.pathname && tabOf(current.search) !== tabOf(next.search) && !(await mayLeave()),
    enableBeforeUnload: false,
  })
  const show = (name: string) => go('contact', { id: contactId, tab: name === tabs[0]?.name ? undefined : name })
  return { tabs, shown, show }
}

const tabOf = (search: object) => (search as { tab?: string }).tab
