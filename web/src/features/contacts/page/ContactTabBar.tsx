import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../ui/format.ts'
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
      value={shown.name}
      onChange={(_event, name: string) => onShow(name)}
      aria-label={t('tab.label')}
      variant="scrollable"
      textColor="inherit"
      indicatorColor="secondary"
      sx={{ minHeight: 40, mb: 3, borderBottom: 1, borderColor: 'divider', flexShrink: 0 }}
    >
      {tabs.map((tab) => (
        <Tab
          key={tab.name}
          value={tab.name}
          id={tabId(tab)}
          aria-controls={tab === shown ? panelId : undefined}
          label={<TabLabel contactId={contactId} tab={tab} />}
          sx={{ minHeight: 40, minWidth: 0, px: 3, opacity: 1, '&:not(.Mui-selected)': { color: 'text.secondary' } }}
        />
      ))}
    </Tabs>
  )
}

const panelId = 'contact-tab-panel'
const tabId = ({ name }: ContactTab) => `contact-tab-${name}`

/** Of the element that holds the content of the shown tab. */
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
