import { useTranslation } from 'react-i18next'
import { useGo, useScreenParams } from '../../ui/screens.ts'
import { mayLeave } from '../../ui/unsaved-changes.ts'
import { RolesTab } from './RolesTab.tsx'
import { UsersTab } from './UsersTab.tsx'

export type UsersTabName = 'users' | 'roles'

export function UsersPage() {
  const { t } = useTranslation('users')
  const go = useGo()
  const { tab } = useScreenParams('users')
  const shown: UsersTabName = tab === 'roles' ? 'roles' : 'users'
  const tabs = {
    value: shown,
    onChange: async (value: string) => {
      if (await mayLeave()) go('users', value === 'roles' ? { tab: 'roles' } : {})
    },
    options: [
      { value: 'users', label: t('tabs.users') },
      { value: 'roles', label: t('tabs.roles') },
    ],
  }
  return shown === 'roles' ? <RolesTab tabs={tabs} /> : <UsersTab tabs={tabs} />
}
