import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'
import { Dialog } from '../dialogs/Dialog.tsx'
import { Box } from '../layout/Box.tsx'
import { Typography } from '../text/Typography.tsx'

export interface ConflictField<Values> {
  name: keyof Values & string
  label: string
  /** Draws a value. Default: as text. */
  show?(value: Values[keyof Values]): ReactNode
}

type Side = 'mine' | 'theirs'

interface Props<Values extends object> {
  /** Name of the record: 'Benutzer «anna»'. */
  name: string
  /** Name of the user who saved the other version, if known. */
  by?: string | undefined
  fields: readonly ConflictField<Values>[]
  mine: Values
  /** The values that are stored. */
  theirs: Values
  /** The values both edits started from. A field that only the other user changed takes their value by default. */
  base?: Partial<Values>
  /** True if the result goes into the form instead of being saved. */
  intoForm?: boolean
  /** True if cancelling leads back to a form. */
  ofForm?: boolean
  onResolve: (values: Values) => void
  onCancel: () => void
}

/** Shows both versions of a record that another user saved in the meantime, with a choice per differing field. */
export function ConflictDialog<Values extends object>(props: Props<Values>) {
  const { name, by, fields, mine, theirs, base, intoForm = false, ofForm = false, onResolve, onCancel } = props
  const { t } = useTranslation('ui')
  const differing = fields.filter((field) => !same(mine[field.name], theirs[field.name]))
  const said = by ? t('conflict.messageBy', { by }) : t('conflict.message')
  const [chosen, setChosen] = useState<Partial<Record<string, Side>>>({})
  const sideOf = (field: ConflictField<Values>): Side =>
    chosen[field.name] ?? (base && same(mine[field.name], base[field.name]) ? 'theirs' : 'mine')

  function resolve() {
    // values outside `fields` keep the stored state
    const values = { ...theirs }
    for (const field of fields) if (sideOf(field) === 'mine') values[field.name] = mine[field.name]
    onResolve(values)
  }

  return (
    <Dialog
      open
      persistent
      title={t('conflict.title', { name })}
      onClose={onCancel}
      width={760}
      actions={
        <>
          <Button onClick={onCancel}>{t(ofForm ? 'conflict.back' : 'action.cancel')}</Button>
          <Button variant="contained" color="secondary" onClick={resolve}>
            {t(intoForm ? 'conflict.take' : 'conflict.save')}
          </Button>
        </>
      }
    >
      <Typography variant="body2" sx={{ mb: 3 }}>
        {differing.length > 0 ? said : t('conflict.same')}
      </Typography>
      {differing.map((field) => (
        <Choice
          key={field.name}
          label={field.label}
          mine={shown(field, mine)}
          theirs={shown(field, theirs)}
          side={sideOf(field)}
          onChange={(side) => setChosen({ ...chosen, [field.name]: side })}
        />
      ))}
    </Dialog>
  )
}

interface ChoiceProps {
  label: string
  mine: ReactNode
  theirs: ReactNode
  side: Side
  onChange: (side: Side) => void
}

function Choice({ label, mine, theirs, side, onChange }: ChoiceProps) {
  const { t } = useTranslation('ui')
  const option = (value: Side, owner: string, content: ReactNode) => (
    <FormControlLabel
      value={value}
      control={<Radio />}
      sx={{
        alignItems: 'flex-start',
        m: 0,
        p: 1,
        pr: 3,
        bgcolor: side === value ? 'action.selected' : undefined,
        borderRadius: 1,
      }}
      label={
        <Box sx={{ pt: 1.5, overflowWrap: 'anywhere' }}>
          <Typography variant="caption" color={side === value ? 'textPrimary' : 'textSecondary'} component="div">
            {owner}
          </Typography>
          {content}
        </Box>
      }
    />
  )
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', py: 2 }}>
      <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
        {label}
      </Typography>
      <RadioGroup
        aria-label={label}
        value={side}
        onChange={(_event, value) => onChange(value as Side)}
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
      >
        {option('mine', t('conflict.mine'), mine)}
        {option('theirs', t('conflict.theirs'), theirs)}
      </RadioGroup>
    </Box>
  )
}

function shown<Values extends object>(field: ConflictField<Values>, values: Values): ReactNode {
  const value = values[field.name]
  const content = field.show ? field.show(value) : String(value ?? '')
  return content === '' ? '–' : content
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
