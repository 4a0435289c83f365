import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormLabel from '@mui/material/FormLabel'
import type { Role } from '#contract/users/roles'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { useField } from '../../ui/fields/use-field.ts'
import { useRoleLabel } from './people/use-role-label.ts'

/** Check boxes for roles; those the user may not assign are read-only. */
export function RolesField({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('users')
  const roleLabel = useRoleLabel()
  const { value, onChange } = useField('roles')
  const held = value as string[]
  return (
    <FormControl component="fieldset" sx={{ gridColumn: '1 / -1' }}>
      <FormLabel component="legend" sx={{ fontSize: 12 }}>
        {t('field.roles')}
      </FormLabel>
      <FormGroup sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' }, pl: 1.5 }}>
        {roles.map(({ name, givable }) => (
          <FormControlLabel
            key={name}
            disabled={!givable}
            label={roleLabel(name)}
            control={
              <Checkbox
                checked={held.includes(name)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...held, name] : held.filter((other) => other !== name))
                }
              />
            }
          />
        ))}
      </FormGroup>
    </FormControl>
  )
}
