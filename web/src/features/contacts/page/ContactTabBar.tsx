import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import type { ContactTab } from './contact-tabs.ts'

interface Props {
  contactId: string
  tabs: readonly ContactTab[]
  shown: ContactTab
  onShow: (name: string) => void
}

export function ContactTabBar({ contactId, tabs, shown, onShow }: Props) {
  const { t } = useTranslation('contacts')
  if (tabs.length < 2) return null
  return (
    <Tabs
      label={t('tab.label')}
      value={shown.name}
      options={tabs.map((tab) => ({
        value: tab.name,
        label: <TabLabel contactId={contactId} tab={tab} />,
        id: tabId(tab),
        controls: tab === shown ? panelId : undefined,
      }))}
      onChange={onShow}
      sx={{ mb: 3, borderBottom: 1, borderColor: 'divider' }}
    />
  )
}

const panelId = 'contact-tab-panel'
const tabId = ({ name }: ContactTab) => `contact-tab-${name}`

/** Returns the attributes of the element with the content of the current tab. */
export const panelProps = (shown: ContactTab) => ({ id: panelId, role: 'tabpanel', 'aria-labelledby': tabId(shown) })

function TabLabel({ contactId, tab: { name, useCount } }: { contactId: string; tab: ContactTab }) {
  const { t } = useTranslation('contacts')
  const count = useCount(contactId)
  return (
    <Box component="span">
      {count === undefined ? t(`tab.${name}`) : `${t(`tab.${name}`)} (${formatNumber(count)})`}
    </Box>
  )
}
