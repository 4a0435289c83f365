import { roleApi, userApi } from '@glut/contract/users'
import Autocomplete from '@mui/material/Autocomplete'
import MuiTextField from '@mui/material/TextField'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/hooks.ts'
import { useField } from '../../ui/fields/use-field.ts'

/** Users and roles by their ids, as choices with their names. */
export function useAssignable() {
  const users = useApi(userApi.list, {})
  const roles = useApi(roleApi.list, {})
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const { id, username } of users.data ?? []) names.set(id, username)
    for (const { id, name } of roles.data ?? []) names.set(id, name)
    return {
      users: (users.data ?? []).map(({ id }) => id),
      roles: (roles.data ?? []).map(({ id }) => id),
      nameOf: (id: string) => names.get(id) ?? '–',
    }
  }, [users.data, roles.data])
}

/** Who may see an entry: nobody chosen means everybody. */
export function AssignedFields() {
  const { t } = useTranslation('masterData')
  const { users, roles, nameOf } = useAssignable()
  return (
    <>
      <ChoiceField
        name="assignedUsers"
        label={t('assigned.users')}
        ids={users}
        nameOf={nameOf}
        hint={t('assigned.hint')}
      />
      <ChoiceField name="assignedRoles" label={t('assigned.roles')} ids={roles} nameOf={nameOf} />
    </>
  )
}

interface ChoiceProps {
  name: string
  label: string
  hint?: string
  ids: readonly string[]
  nameOf: (id: string) => string
}

function ChoiceField({ name, label, hint, ids, nameOf }: ChoiceProps) {
  const { t } = useTranslation('ui')
  const { ref, message, value, onChange, onBlur } = useField(name)
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={ids}
      value={value as string[]}
      onChange={(_event, chosen) => onChange(chosen)}
      onBlur={onBlur}
      getOptionLabel={nameOf}
      noOptionsText={t('state.noMatch')}
      renderInput={(params) => (
        <MuiTextField
          {...params}
          name={name}
          label={label}
          inputRef={ref}
          error={message !== undefined}
          helperText={message ?? hint}
        />
      )}
    />
  )
}
