import { useEffect, useId, useRef } from 'react'
import type { z } from 'zod'
import { type Role, roleApi } from '#contract/users/roles'
import { useApiMutation } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay } from '../../session/session.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useEditing } from '../../ui/conflicts/use-editing.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { SwitchField } from '../../ui/fields/CheckboxField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { atField } from '../../ui/forms/field-errors.ts'
import { SaveAction } from '../../ui/forms/SaveAction.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { Paper } from '../../ui/layout/Paper.tsx'
import { type ScreenActions, useScreenActions } from '../../ui/navigation/screen-actions.ts'
import { notify } from '../../ui/notices/snackbar.ts'
import { Typography } from '../../ui/text/Typography.tsx'
import { HistoryButton } from '../together/history/HistoryDialog.tsx'
import { PermissionsField } from './PermissionsField.tsx'
import { permissionName } from './people/permission-name.ts'
import { isDelivered } from './people/use-role-label.ts'

type Values = z.output<typeof roleApi.add.body>

const valuesOf = ({ name, permissions, requiresSecondFactor }: Role): Values => ({
  name,
  permissions,
  requiresSecondFactor,
})

interface Props {
  /** Null for a new role. */
  role: Role | null
  tabs: ScreenActions['tabs']
  onAdd: () => void
  onSaved: (id: string) => void
  onRemoved: () => void
}

export function RoleForm({ role, tabs, onAdd, onSaved, onRemoved }: Props) {
  const { t } = useTranslation('users')
  const formId = useId()
  const { editing, save, isSaving, removeRole } = useSaving(role, onRemoved)
  const fixedName = role !== null && isDelivered(role.name)
  const isAdmin = role?.name === 'ADMIN'
  const may = useMay()
  const beyond = role !== null && !role.permissions.every(may)
  useScreenActions({
    tabs,
    add: { label: t('role.add'), onClick: onAdd, disabled: role === null },
  })

  return (
    <Paper sx={{ p: { xs: 2, sm: 4 }, minWidth: 0, overflowX: 'auto' }}>
      <Form
        id={formId}
        label={role ? t('role.title', { name: role.name }) : t('role.newName')}
        schema={roleApi.add.body}
        defaultValues={role ? valuesOf(role) : { name: '', permissions: [], requiresSecondFactor: false }}
        editing={editing}
        onSubmit={async (values) => {
          const saved = await save(values)
          notify(t('role.saved', { name: saved.name }))
          onSaved(saved.id)
        }}
      >
        <SaveAction form={formId} disabled={beyond} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 4, mb: 3 }}>
          <Box sx={{ width: 300, maxWidth: '100%' }}>
            <TextField
              name="name"
              label={t('role.name')}
              required
              readOnly={fixedName || beyond}
              autoFocus={role === null}
              helperText={fixedName ? t(isAdmin ? 'role.fixedAdmin' : 'role.fixed') : undefined}
            />
          </Box>
          <Box sx={{ pt: 0.5 }}>
            <SwitchField name="requiresSecondFactor" label={t('role.requiresSecondFactor')} disabled={beyond} />
          </Box>
          <Box sx={{ display: 'flex', gap: 2, ml: 'auto' }}>
            {role && <HistoryButton list="roles" id={role.id} name={role.name} />}
            {role && !fixedName && !beyond && (
              <Button color="error" disabled={isSaving} onClick={() => void removeRole()}>
                {t('role.remove')}
              </Button>
            )}
          </Box>
        </Box>
        {beyond && (
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            {t('role.beyond')}
          </Typography>
        )}
        <PermissionsField disabled={isAdmin || beyond} />
      </Form>
    </Paper>
  )
}

function useSaving(role: Role | null, onRemoved: () => void) {
  const { t } = useTranslation('users')
  const { t: ui } = useTranslation('ui')
  const confirm = useConfirm()
  const options = { quiet: ['ROLE_EXIST', 'STALE_VERSION'] } as const
  const add = useApiMutation(roleApi.add, options)
  const update = useApiMutation(roleApi.update, options)
  const remove = useApiMutation(roleApi.remove)
  const restore = useApiMutation(roleApi.add, { onSuccess: ({ name }) => notify(t('role.restored', { name })) })
  const latest = useRef(role)
  useEffect(() => {
    latest.current = role
  })
  const editing = useEditing<Values, Role>(role, {
    name: role?.name ?? '',
    fields: [
      { name: 'name', label: t('role.name') },
      {
        name: 'requiresSecondFactor',
        label: t('role.requiresSecondFactor'),
        show: (value) => ui(value ? 'value.yes' : 'value.no'),
      },
      {
        name: 'permissions',
        label: t('role.permissions'),
        show: (value) => (value as string[]).map((name) => permissionName(name, t)).join(', '),
      },
    ],
    valuesOf,
  })

  function save(values: Values): Promise<Role> {
    const saving = role
      ? editing.save(values, (body, version) =>
          update.mutateAsync({ params: { id: role.id }, body: { ...body, version } }),
        )
      : add.mutateAsync({ body: values })
    return saving.catch(atField({ ROLE_EXIST: 'name' }))
  }

  async function removeRole() {
    if (!role) return
    const { id, name } = role
    // the undo restores the role as last saved, which others may change while the confirmation is open
    const removed = () => valuesOf(latest.current?.id === id ? latest.current : role)
    const message = t('role.removeMessage', { name })
    if (!(await confirm({ title: t('role.remove'), message, ok: t('user.remove') }))) return
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          const body = removed()
          notify(t('role.removed', { name }), {
            action: { label: ui('action.undo'), onClick: () => restore.mutate({ body }) },
          })
          onRemoved()
        },
      },
    )
  }
  return { editing, save, isSaving: update.isPending, removeRole }
}
