import { useId, useState } from 'react'
import { z } from 'zod'
import { limits } from '#contract/limits'
import { type Role, roleApi } from '#contract/users/roles'
import { type Account, UserChange, userApi } from '#contract/users/users'
import { useApi, useApiMutation } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCurrentUser } from '../../session/session.ts'
import { useEditing } from '../../ui/conflicts/use-editing.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { SwitchField } from '../../ui/fields/CheckboxField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormActions } from '../../ui/forms/FormActions.tsx'
import { atField } from '../../ui/forms/field-errors.ts'
import { GuardsWithin, useAskedClose } from '../../ui/forms/unsaved-changes.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { fieldGrid } from '../../ui/layout/look.ts'
import { roomyTabs, Tabs } from '../../ui/navigation/Tabs.tsx'
import { AbsenceList } from '../work/absences/AbsenceList.tsx'
import { AvatarField } from './AvatarField.tsx'
import { LanguageField } from './LanguageField.tsx'
import { refreshCurrentUser } from './own-user.ts'
import { RolesField } from './RolesField.tsx'
import { takenAt, takenCodes } from './taken.ts'
import { useUserFields } from './use-user-fields.tsx'

const Password = z.string().max(limits.password.max)
const Existing = UserChange.omit({ version: true }).extend({
  password: Password,
  extensions: UserChange.shape.extensions.unwrap(),
})
const Added = Existing.extend({ password: Password.min(1) })
type Values = z.output<typeof Existing>

const nobody: Values = {
  username: '',
  email: '',
  phoneNumber: '',
  extensions: '',
  language: 'DE',
  avatarSmall: null,
  disabled: false,
  roles: [],
  password: '',
}

/** Returns the default roles of a new user, as far as they can be assigned. */
const usualRoles = (roles: readonly Role[] | undefined) =>
  roles?.every(({ name, givable }) => name !== 'USER' || givable) ? ['USER'] : []

const tabs = ['profile', 'absences'] as const
type Tab = (typeof tabs)[number]

/** Adds or edits a user; the input stays while the absences tab is open. */
export function UserDialog({ user, onClose }: { user: Account | null; onClose: () => void }) {
  const { t } = useTranslation('users')
  const formId = useId()
  const [tab, setTab] = useState<Tab>('profile')
  const ownId = useCurrentUser().id
  const roles = useApi(roleApi.list, {})
  const options = {
    quiet: ['USERNAME_EXIST', 'PASSWORD_TOO_SHORT', 'PASSWORD_BLANK', ...takenCodes, 'STALE_VERSION'],
  } as const
  const add = useApiMutation(userApi.add, options)
  const update = useApiMutation(userApi.update, options)
  const editing = useEditing<Omit<Values, 'password'>, Account>(user, {
    name: user?.username ?? '',
    fields: useUserFields([
      'username',
      'email',
      'phoneNumber',
      'extensions',
      'language',
      'roles',
      'disabled',
      'avatarSmall',
    ]),
    valuesOf: ({ username, email, phoneNumber, extensions, language, avatarSmall, disabled, roles }) => {
      return { username, email, phoneNumber, extensions, language, avatarSmall, disabled, roles }
    },
  })

  async function save(values: Values) {
    const { password, ...profile } = values
    const saving = user
      ? editing.save(profile, (body, version) =>
          update.mutateAsync({ params: { id: user.id }, body: { ...body, version, ...(password && { password }) } }),
        )
      : add.mutateAsync({ body: values })
    await saving.catch(
      atField({ USERNAME_EXIST: 'username', PASSWORD_TOO_SHORT: 'password', PASSWORD_BLANK: 'password', ...takenAt }),
    )
    if (user?.id === ownId) await refreshCurrentUser()
    onClose()
  }

  const { guards, close } = useAskedClose(onClose)
  return (
    <Dialog
      open
      persistent="form"
      title={user ? t('user.edit') : t('user.add')}
      onClose={close}
      width={720}
      actions={
        <FormActions
          form={formId}
          onCancel={close}
          loading={add.isPending || update.isPending}
          // shows the fields, where errors appear
          onClick={() => setTab('profile')}
        />
      }
    >
      <GuardsWithin value={guards}>
        {user && (
          <Tabs
            label={t('user.edit')}
            value={tab}
            options={tabs.map((value) => ({ value, label: t(`user.tab.${value}`) }))}
            onChange={setTab}
            sx={roomyTabs}
          />
        )}
        <Box hidden={tab !== 'profile'}>
          {/* waits for the roles, which determine the initial values */}
          {(user || !roles.isPending) && (
            <Form
              id={formId}
              label={user ? t('user.edit') : t('user.add')}
              schema={user ? Existing : Added}
              defaultValues={user ? { ...nobody, ...user, password: '' } : { ...nobody, roles: usualRoles(roles.data) }}
              editing={editing}
              onSubmit={save}
            >
              <Fields user={user} roles={roles.data ?? []} />
            </Form>
          )}
        </Box>
        {user && tab === 'absences' && (
          <Box sx={{ pt: 3 }}>
            <AbsenceList personRef={user.id} />
          </Box>
        )}
      </GuardsWithin>
    </Dialog>
  )
}

function Fields({ user, roles }: { user: Account | null; roles: readonly Role[] }) {
  const { t } = useTranslation('users')
  return (
    <Box sx={{ ...fieldGrid({ xs: 1, sm: 2 }), pt: 2 }}>
      <TextField name="username" label={t('field.username')} required autoFocus={user === null} autoComplete="off" />
      <TextField
        name="password"
        label={user ? t('field.newPassword') : t('field.password')}
        type="password"
        required={user === null}
        autoComplete="new-password"
        helperText={user ? t('field.newPasswordHint') : undefined}
      />
      <TextField name="email" label={t('field.email')} inputMode="email" autoComplete="off" />
      <TextField name="phoneNumber" label={t('field.phoneNumber')} inputMode="tel" autoComplete="off" />
      <TextField
        name="extensions"
        label={t('field.extensions')}
        helperText={t('field.extensionsHint')}
        autoComplete="off"
      />
      <LanguageField />
      <AvatarField username={user?.username ?? ''} />
      <RolesField roles={roles} />
      <SwitchField name="disabled" label={t('field.disabled')} />
    </Box>
  )
}
