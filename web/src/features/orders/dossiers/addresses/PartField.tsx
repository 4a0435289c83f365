import AddIcon from '@mui/icons-material/Add'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { IconButton } from '../../../../ui/buttons/IconButton.tsx'
import { LineField } from '../../../../ui/fields/LineField.tsx'
import { type Option, SelectField } from '../../../../ui/fields/SelectField.tsx'
import { Box } from '../../../../ui/layout/Box.tsx'
import { Tooltip } from '../../../../ui/tooltips/Tooltip.tsx'
import type { refsOfContact } from '../dossier-values.ts'
import type { PartKind } from './use-part-editor.tsx'

interface Props {
  kind: PartKind
  field: (typeof refsOfContact)[number]
  /** Options of the contact; undefined while loading. */
  options: readonly Option[] | undefined
  placeholder: string
  readOnly: boolean
  onAdd: (() => void) | undefined
  /** The chosen part as text. */
  children: ReactNode
}

/** Chooses an address, e-mail address or number of the contact, or adds one. */
export function PartField({ kind, field, options, placeholder, readOnly, onAdd, children }: Props) {
  const { t } = useTranslation('dossiers')
  const label = t(`field.${field}`)
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ ...row, mr: onAdd ? -2 : 0 }}>
        {options ? (
          <SelectField
            name={`dossier.${field}`}
            label={label}
            options={options}
            placeholder={placeholder}
            readOnly={readOnly}
          />
        ) : (
          <LineField label={label} value="" disabled readOnly />
        )}
        {onAdd && (
          <Tooltip title={t(`part.new${kind}`)}>
            <IconButton aria-label={t(`part.new${kind}`)} onClick={onAdd}>
              <AddIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      <Box sx={{ mx: -3 }}>{children}</Box>
    </Box>
  )
}

/** Truncates a long address in the field; it is shown in full below. */
const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  '& > .MuiFormControl-root': { flex: 1, minWidth: 0 },
} as const
