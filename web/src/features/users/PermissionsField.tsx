import FormControlLabel from '@mui/material/FormControlLabel'
import { type PermissionArea, permissionAreas, singlePermissions, type Verb, verbs } from '#contract/permission-matrix'
import type { Permission } from '#contract/permissions'
import { useTranslation } from '../../i18n/use-translation.ts'
import { withColon } from '../../i18n/written.ts'
import { useMay } from '../../session/session.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { useField } from '../../ui/fields/use-field.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { Typography } from '../../ui/text/Typography.tsx'

/** Check boxes for permissions: a row per area, a column per verb. Those the user does not hold are read-only. */
export function PermissionsField({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('users')
  const { value, onChange } = useField('permissions')
  const held = value as readonly Permission[]
  const may = useMay()
  const give = (given: boolean, ...names: Permission[]) =>
    onChange(given ? [...new Set([...held, ...names])] : held.filter((name) => !names.includes(name)))

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 6, alignItems: 'flex-start' }}>
      <Box component="table" sx={tableLook}>
        <thead>
          <tr>
            <th scope="col">{t('role.area')}</th>
            {verbs.map((verb) => (
              <th key={verb} scope="col">
                {t(`verb.${verb}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Object.keys(permissionAreas) as PermissionArea[]).map((area) => {
            const cells: Partial<Record<Verb, Permission>> = permissionAreas[area]
            const all = Object.values(cells)
            const own = all.filter(may)
            const count = all.filter((name) => held.includes(name)).length
            return (
              <tr key={area}>
                <th scope="row">
                  <FormControlLabel
                    disabled={disabled || own.length === 0}
                    label={t(`area.${area}`)}
                    control={
                      <Checkbox
                        aria-label={t('role.allOf', { area: t(`area.${area}`) })}
                        checked={count === all.length}
                        indeterminate={count > 0 && count < all.length}
                        onChange={(event) => give(event.target.checked, ...own)}
                      />
                    }
                  />
                </th>
                {verbs.map((verb) => {
                  const name = cells[verb]
                  return (
                    <td key={verb}>
                      {name && (
                        <Checkbox
                          disabled={disabled || !may(name)}
                          aria-label={withColon(t(`area.${area}`), t(`verb.${verb}`))}
                          checked={held.includes(name)}
                          onChange={(event) => give(event.target.checked, name)}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </Box>
      <Box role="group" aria-label={t('role.others')} sx={{ display: 'grid' }}>
        <Typography variant="body2" color="textSecondary" sx={{ lineHeight: '32px' }}>
          {t('role.others')}
        </Typography>
        {singlePermissions.map((name) => (
          <FormControlLabel
            key={name}
            disabled={disabled || !may(name)}
            label={t(`single.${name}`)}
            control={<Checkbox checked={held.includes(name)} onChange={(event) => give(event.target.checked, name)} />}
          />
        ))}
      </Box>
    </Box>
  )
}

const tableLook = {
  borderCollapse: 'collapse',
  '& thead th': {
    fontSize: { xs: 11, sm: 13 },
    fontWeight: 400,
    color: 'text.secondary',
    height: 32,
    px: { xs: 0.5, sm: 2 },
  },
  '& thead th:first-of-type': { textAlign: 'left', px: 0 },
  '& tbody th': { textAlign: 'left', fontWeight: 400, pl: 1.5, pr: { xs: 0, sm: 4 }, whiteSpace: 'nowrap' },
  '& tbody tr': { borderTop: 1, borderColor: 'divider' },
  '& td': { textAlign: 'center', p: 0 },
  '& .checkbox': { p: 1 },
  '& .MuiFormControlLabel-root': { mr: 1 },
} as const
