import { useTranslation } from '../../../../i18n/use-translation.ts'
import { LineField } from '../../../../ui/fields/LineField.tsx'
import { type Option, SelectField } from '../../../../ui/fields/SelectField.tsx'

interface Props {
  name: string
  label: string
  /** Undefined while loading. */
  options: readonly Option[] | undefined
  placeholder?: string
  readOnly: boolean
}

/** A select field with options from the server. */
export function ListField({ options, placeholder, ...props }: Props) {
  const { t } = useTranslation('dossiers')
  if (!options) return <LineField label={props.label} value="" disabled readOnly />
  return <SelectField {...props} options={options} placeholder={placeholder ?? ''} gone={t('none.gone')} />
}
