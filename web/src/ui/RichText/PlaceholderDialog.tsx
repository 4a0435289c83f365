import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import MuiTextField from '@mui/material/TextField'
import { useState } from 'react'
import {
  isValue,
  type KnownField,
  knownFields,
  operatorsOf,
  parsePlaceholder,
  writePlaceholder,
} from '#contract/lists/placeholders'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'
import { Dialog } from '../dialogs/Dialog.tsx'
import { Box } from '../layout/Box.tsx'
import { fieldGrid } from '../layout/look.ts'

interface Props {
  fields: readonly KnownField[]
  /** The text between the braces of the placeholder that is being edited, or null for a new one. */
  initial: string | null
  onInsert: (inner: string) => void
  onClose: () => void
}

const sources = ['contact', 'user', 'general', 'dossier', 'todo', 'project', 'appointment'] as const

/** Chooses a field and, for fields that support it, an operator. */
export function PlaceholderDialog({ fields, initial, onInsert, onClose }: Props) {
  const { t } = useTranslation('richText')
  const { t: ui } = useTranslation('ui')
  const before = initial === null ? null : parsePlaceholder(initial)
  const start = before && typeof before !== 'string' ? before : null
  const [field, setField] = useState<KnownField>(start?.field ?? fields[0] ?? 'currentDate')
  const [operator, setOperator] = useState<string>(start?.operation?.operator ?? '')
  const [value, setValue] = useState(start?.operation?.value ?? '')
  const [touched, setTouched] = useState(false)
  const possible = operatorsOf(field)
  const chosen = possible.find((one) => one === operator)
  const wrong = chosen !== undefined && !isValue(chosen, value.trim())

  function insert() {
    setTouched(true)
    if (wrong) return
    const operation = chosen && { operator: chosen, value: value.trim() }
    onInsert(writePlaceholder({ field, operation }).slice(2, -2))
  }

  return (
    <Dialog
      open
      title={t('button.placeholder')}
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={onClose}>{ui('action.cancel')}</Button>
          <Button variant="contained" color="secondary" onClick={insert}>
            {t('insert')}
          </Button>
        </>
      }
    >
      <Box sx={{ ...fieldGrid({ xs: 1 }), pt: 2 }}>
        <MuiTextField
          select
          autoFocus
          label={t('placeholder.field')}
          value={field}
          onChange={(event) => setField(event.target.value as KnownField)}
        >
          {sources.flatMap((source) => {
            const names = fields.filter((name) => knownFields[name].source === source)
            if (names.length === 0) return []
            return [
              <ListSubheader key={source}>{t(`source.${source}`)}</ListSubheader>,
              ...names.map((name) => (
                <MenuItem key={name} value={name}>
                  {t(`field.${name}`)}
                </MenuItem>
              )),
            ]
          })}
        </MuiTextField>
        {possible.length > 0 && (
          <MuiTextField
            select
            label={t('placeholder.operator')}
            value={chosen ?? ''}
            onChange={(event) => setOperator(event.target.value)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{t('placeholder.noOperator')}</MenuItem>
            {possible.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`operator.${one}`)}
              </MenuItem>
            ))}
          </MuiTextField>
        )}
        {chosen && (
          <MuiTextField
            required
            label={t(chosen === 'setText' ? 'placeholder.text' : 'placeholder.days')}
            value={value}
            onChange={(event) => setValue(event.target.value)}
            onBlur={() => setTouched(true)}
            error={touched && wrong}
            helperText={
              touched && wrong ? t(chosen === 'setText' ? 'placeholder.wrongText' : 'placeholder.wrongDays') : undefined
            }
            slotProps={{ htmlInput: { inputMode: chosen === 'setText' ? 'text' : 'numeric' } }}
          />
        )}
      </Box>
    </Dialog>
  )
}
