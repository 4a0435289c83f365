import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { type ScreenActions, screenActions } from '../../ui/screen-actions.ts'

export function ScreenTabs({ tabs }: { tabs: NonNullable<ScreenActions['tabs']> }) {
  const { t } = useTranslation('shell')
  return (
    <Tabs
      value={tabs.value}
      onChange={(_event, value: string) => screenActions().tabs?.onChange(value)}
      aria-label={t('tabs')}
      variant="scrollable"
      textColor="inherit"
      indicatorColor="secondary"
      sx={{ flex: 1, minHeight: { xs: 40, md: 48 }, ml: { md: 2 } }}
    >
      {tabs.options.map(({ value, label }) => (
        <Tab
          key={value}
          value={value}
          label={label}
          sx={{
            minHeight: { xs: 40, md: 48 },
            minWidth: 0,
            px: 3,
            opacity: 1,
            '&:not(.Mui-selected)': { color: 'text.secondary' },
          }}
        />
      ))}
    </Tabs>
  )
}
