import MuiTextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import type { StandInKind } from '#contract/work/absences'
import { useMay } from '../../../session/session.ts'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import type { FieldProps } from '../../../ui/fields/use-field.ts'
import { useAwayText } from './use-away.ts'
import { userOptions, useUsers } from './use-users.ts'

interface Props extends FieldProps {
  /** What the person is to look after. */
  kind?: StandInKind
  /** Adds an entry for nobody. */
  placeholder?: string
}

/** A choice of a user, which says who is away until when and who stands in. */
export function PersonField({ kind, ...field }: Props) {
  const { t } = useTranslation('users')
  const may = useMay()
  const users = useUsers()
  const awayText = useAwayText(kind)
  if (users.size === 0 && may('USER_READ')) return <MuiTextField label={field.label} value="" disabled />
  const options = userOptions(users.values()).map((option) => ({ ...option, note: awayText(option.value) }))
  return <SelectField {...field} options={options} gone={t('assignee.gone')} />
}
