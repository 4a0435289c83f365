import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { LineField } from '../../../ui/fields/LineField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import type { FieldProps } from '../../../ui/fields/use-field.ts'
import { useAwayText } from './use-away.ts'
import { userOptions, useUsers } from './use-users.ts'
import { type Given, standInKindOf, useWhoSees } from './use-who-sees.ts'

interface Props extends FieldProps {
  /** The work to assign. */
  given?: Given
  /** Filters the offered users further. */
  offers?: (userRef: string) => boolean
  /** Label of an option for nobody. */
  placeholder?: string
}

/** A select field for a user that also tells who is away until when, and who stands in. */
export function PersonField({ given, offers = () => true, ...field }: Props) {
  const { t } = useTranslation('users')
  const may = useMay()
  const users = useUsers()
  const sees = useWhoSees(given)
  const awayText = useAwayText(given && standInKindOf[given.work])
  if (users.size === 0 && may('USER_READ')) return <LineField label={field.label} value="" disabled readOnly />
  const offered = (userRef: string) => sees(userRef) && offers(userRef)
  const options = userOptions(users.values(), offered).map((option) => ({ ...option, note: awayText(option.value) }))
  return <SelectField {...field} options={options} gone={t('assignee.gone')} />
}
