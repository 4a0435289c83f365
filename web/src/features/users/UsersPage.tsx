import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mayLeave } from '../../ui/unsaved-changes.ts'
import { RolesTab } from './RolesTab.tsx'
import { UsersTab } from './UsersTab.tsx'

export type UsersTabName = 'users' | 'roles'

export function UsersPage() {
  const { t } = useTranslation('users')
  const navigate = useNavigate()
  const { tab } = useSearch({ from: '/layout/users' })
  const shown: UsersTabName = tab === 'roles' ? 'roles' : 'users'
  const tabs = {
    value: shown,
    onChange: async (value: string) => {
      if (await mayLeave()) await navigate({ to: '/users', search: value === 'roles' ? { tab: 'roles' } : {} })
    },
    options: [
      { value: 'users', label: t('tabs.users') },
      { value: 'roles', label: t('tabs.roles') },
    ],
  }
  return shown === 'roles' ? <RolesTab tabs={tabs} /> : <UsersTab tabs={tabs} />
}
