import { useTranslation } from '../../../i18n/use-translation.ts'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { useCountries } from '../countries.ts'

/** The fields of the contact search, used by the search page and the dialog. */
export function SearchFields() {
  const { t } = useTranslation('contacts')
  const countries = useCountries()
  return (
    <>
      <Box sx={{ ...fieldGrid({ xs: 2, sm: 3, md: 5 }), flex: '1 1 100%' }}>
        <TextField name="givenName" label={t('field.givenName')} autoFocus />
        <TextField name="surname" label={t('field.surname')} />
        <TextField name="company" label={t('field.company')} />
        <TextField name="emailAddress" label={t('field.emailAddress')} inputMode="email" />
        <TextField name="phoneNumber" label={t('field.phoneNumber')} inputMode="tel" />
        <TextField name="street" label={t('field.street')} />
        <TextField name="zipCode" label={t('field.zipCode')} />
        <TextField name="city" label={t('field.city')} />
        <SelectField name="country" label={t('field.country')} options={countries} placeholder="" />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
        <CheckboxField name="reseller" label={t('field.reseller')} />
        <CheckboxField name="placeOfExperience" label={t('field.placeOfExperience')} />
        <CheckboxField name="customer" label={t('field.customer')} />
      </Box>
    </>
  )
}
