import { useTranslation } from 'react-i18next'
import { languages } from '#contract/limits'
import { SelectField } from '../../ui/fields/SelectField.tsx'

export function LanguageField() {
  const { t } = useTranslation('users')
  return (
    <SelectField
      name="language"
      label={t('field.language')}
      options={languages.map((language) => ({ value: language, label: t(`language.${language}`) }))}
    />
  )
}
