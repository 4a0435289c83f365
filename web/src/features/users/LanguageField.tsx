import { languages } from '#contract/limits'
import { useTranslation } from '../../i18n/use-translation.ts'
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
