import { useMemo, useState } from 'react'
import { type Account, type User, userApi } from '#contract/users/users'
import { useApi } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useListed } from '../../ui/conflicts/use-listed.ts'
import type { Column } from '../../ui/DataTable/columns.ts'
import { DataTable } from '../../ui/DataTable/DataTable.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { type ScreenActions, useScreenActions } from '../../ui/navigation/screen-actions.ts'
import { UserAvatar } from '../../ui/UserAvatar.tsx'
import { HistoryButton, HistoryDialog } from '../together/history/HistoryDialog.tsx'
import { useRoleLabel } from './people/use-role-label.ts'
import { UserDialog } from './UserDialog.tsx'
import { useMayChange, useUserActions } from './use-user-actions.ts'

export function UsersTab({ tabs }: { tabs: ScreenActions['tabs'] }) {
  const { t } = useTranslation('users')
  const [edited, setEdited] = useState<Account | 'new'>()
  const [historyOf, setHistoryOf] = useState<Account>()
  const users = useApi(userApi.list, {}, { quiet: true })
  const accounts = useMemo(() => users.data?.filter(isAccount), [users.data])
  const listed = useListed(accounts, edited === 'new' ? undefined : edited?.id)
  const columns = useColumns()
  const mayChange = useMayChange()
  const actionsFor = useUserActions(setEdited, setHistoryOf)
  useScreenActions({ tabs, add: { label: t('user.add'), onClick: () => setEdited('new') } })
  return (
    <>
      <DataTable
        tableId="users"
        label={t('tabs.users')}
        columns={columns}
        rows={accounts}
        rowId={(user) => user.id}
        rowName={(user) => user.username}
        error={users.error ? { message: users.error.message, onRetry: () => void users.refetch() } : undefined}
        busy={users.isFetching}
        onOpen={(user) => mayChange(user) && setEdited(user)}
        rowActions={actionsFor}
      >
        <HistoryButton list="users" name={t('tabs.users')} />
      </DataTable>
      {historyOf && (
        <HistoryDialog
          list="users"
          id={historyOf.id}
          name={historyOf.username}
          onClose={() => setHistoryOf(undefined)}
        />
      )}
      {(edited === 'new' || listed) && <UserDialog user={listed ?? null} onClose={() => setEdited(undefined)} />}
    </>
  )
}

/** Tests for account data, which only users with the permission receive. */
const isAccount = (user: User | Account): user is Account => user.roles !== undefined

function useColumns() {
  const { t } = useTranslation('users')
  const roleLabel = useRoleLabel()
  // hides 'no' as the default
  return useMemo<Column<Account>[]>(
    () => [
      {
        id: 'username',
        label: t('field.username'),
        value: (user) => user.username,
        width: 170,
        render: (user) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
            <Box aria-hidden sx={{ display: 'flex' }}>
              <UserAvatar username={user.username} image={user.avatarSmall ?? undefined} size={24} />
            </Box>
            {user.username}
          </Box>
        ),
      },
      { id: 'email', label: t('field.email'), value: (user) => user.email, width: 160 },
      { id: 'phoneNumber', label: t('field.phoneNumber'), value: (user) => user.phoneNumber, width: 110 },
      { id: 'roles', label: t('field.roles'), value: (user) => user.roles.map(roleLabel).join(', '), width: 185 },
      {
        id: 'lastLogin',
        label: t('field.lastLogin'),
        value: (user) => user.lastLoginAtUtc,
        kind: 'datetime',
        width: 175,
      },
      {
        id: 'disabled',
        label: t('field.disabledShort'),
        value: (user) => user.disabled || null,
        kind: 'boolean',
        width: 100,
      },
      { id: 'locked', label: t('field.locked'), value: (user) => user.locked || null, kind: 'boolean', width: 90 },
      {
        id: 'secondFactor',
        label: t('field.secondFactor'),
        value: (user) => user.secondFactor || null,
        kind: 'boolean',
        width: 165,
      },
    ],
    [t, roleLabel],
  )
}
