import { useTranslation } from '../../i18n/use-translation.ts'
import { mayLeave } from '../../ui/forms/unsaved-changes.ts'
import { type ScreenActions, useScreenActions } from '../../ui/navigation/screen-actions.ts'
import { useGo, useScreenParams } from '../../ui/navigation/screens.ts'
import { AbsenceList } from '../work/absences/AbsenceList.tsx'
import { RolesTab } from './RolesTab.tsx'
import { UsersTab } from './UsersTab.tsx'

const names = ['users', 'roles', 'absences'] as const
export type UsersTabName = (typeof names)[number]

const tabOf = (name: string | undefined): UsersTabName => names.find((one) => one === name) ?? 'users'

export function UsersPage() {
  const { t } = useTranslation('users')
  const go = useGo()
  const { tab } = useScreenParams('users')
  const shown = tabOf(tab)
  const tabs = {
    value: shown,
    onChange: async (value: string) => {
      const next = tabOf(value)
      if (await mayLeave()) go('users', next === 'users' ? {} : { tab: next })
    },
    options: names.map((value) => ({ value, label: t(`tabs.${value}`) })),
  }
  if (shown === 'absences') return <AbsencesTab tabs={tabs} />
  return shown === 'roles' ? <RolesTab tabs={tabs} /> : <UsersTab tabs={tabs} />
}

function AbsencesTab({ tabs }: { tabs: ScreenActions['tabs'] }) {
  useScreenActions({ tabs })
  return <AbsenceList />
}
