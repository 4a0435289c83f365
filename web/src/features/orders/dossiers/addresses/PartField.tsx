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
  /** What the contact has; undefined until it is there. */
  options: readonly Option[] | undefined
  placeholder: string
  readOnly: boolean
  onAdd: (() => void) | undefined
  /** The chosen one as it is read. */
  children: ReactNode
}

/** Chooses one of the contact's numbers, mails or addresses, with a new one beside it. */
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

/** A long address is cut off in the field, and whole below it. */
const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  '& > .MuiFormControl-root': { flex: 1, minWidth: 0 },
} as const
