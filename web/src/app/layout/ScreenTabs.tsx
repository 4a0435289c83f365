import { useTranslation } from '../../i18n/use-translation.ts'
import { type ScreenActions, screenActions } from '../../ui/navigation/screen-actions.ts'
import { Tabs } from '../../ui/navigation/Tabs.tsx'

export function ScreenTabs({ tabs }: { tabs: NonNullable<ScreenActions['tabs']> }) {
  const { t } = useTranslation('shell')
  return (
    <Tabs
      label={t('tabs')}
      value={tabs.value}
      options={tabs.options}
      onChange={(value) => screenActions().tabs?.onChange(value)}
      sx={{ flex: 1, minHeight: { md: 48 }, ml: { md: 2 } }}
    />
  )
}
