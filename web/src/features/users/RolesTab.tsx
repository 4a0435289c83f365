import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import { useState } from 'react'
import { type Role, roleApi } from '#contract/users/roles'
import { useApi } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useListed } from '../../ui/conflicts/use-listed.ts'
import { mayLeave } from '../../ui/forms/unsaved-changes.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { Paper } from '../../ui/layout/Paper.tsx'
import type { ScreenActions } from '../../ui/navigation/screen-actions.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../ui/states/SkeletonLines.tsx'
import { HistoryButton } from '../together/history/HistoryDialog.tsx'
import { useRoleLabel } from './people/use-role-label.ts'
import { RoleForm } from './RoleForm.tsx'

/** The list of roles beside the form of the chosen one. */
export function RolesTab({ tabs }: { tabs: ScreenActions['tabs'] }) {
  const roles = useApi(roleApi.list, {}, { quiet: true })
  const [chosen, setChosen] = useState<string>()
  const [first] = roles.data ?? []
  const listed = useListed(roles.data, chosen)
  if (chosen === undefined && first) setChosen(first.id)
  const shown = chosen === 'new' ? null : (listed ?? first)

  async function choose(id: string) {
    if (id !== (shown?.id ?? 'new') && (await mayLeave())) setChosen(id)
  }

  if (roles.error) return <ErrorState message={roles.error.message} onRetry={() => void roles.refetch()} />
  if (shown === undefined) return <SkeletonLines lines={8} />
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: '1fr', md: '240px 1fr' },
        alignItems: 'start',
      }}
    >
      <RoleList roles={roles.data ?? []} shown={shown} onChoose={(id) => void choose(id)} />
      <RoleForm
        key={shown?.id ?? 'new'}
        role={shown}
        tabs={tabs}
        onAdd={() => void choose('new')}
        onSaved={setChosen}
        onRemoved={() => setChosen(undefined)}
      />
    </Box>
  )
}

interface RoleListProps {
  roles: readonly Role[]
  /** Null for a new role. */
  shown: Role | null
  onChoose: (id: string) => void
}

function RoleList({ roles, shown, onChoose }: RoleListProps) {
  const { t } = useTranslation('users')
  const roleLabel = useRoleLabel()
  const detail = (role: Role) =>
    [t('role.users', { count: role.users }), role.requiresSecondFactor ? t('role.requiresShort') : '']
      .filter(Boolean)
      .join(' · ')
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Paper sx={{ width: '100%' }}>
        <List aria-label={t('tabs.roles')} disablePadding>
          {roles.map((role) => (
            <ListItem key={role.id} disablePadding>
              <ListItemButton
                selected={role.id === shown?.id}
                aria-current={role.id === shown?.id || undefined}
                onClick={() => onChoose(role.id)}
              >
                <ListItemText primary={roleLabel(role.name)} secondary={detail(role)} sx={{ m: 0 }} />
              </ListItemButton>
            </ListItem>
          ))}
          {shown === null && (
            <ListItem disablePadding>
              <ListItemButton selected aria-current>
                <ListItemText primary={t('role.newName')} sx={{ m: 0 }} />
              </ListItemButton>
            </ListItem>
          )}
        </List>
      </Paper>
      <HistoryButton list="roles" name={t('tabs.roles')} />
    </Box>
  )
}
