import type { ContactPerson } from '#contract/contacts/contacts'
import { masterData } from '#contract/lists/master-data'
import { useApi } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ConflictField } from '../../ui/conflicts/ConflictDialog.tsx'
import { formatDate } from '../../ui/dates/parse-date.ts'
import type { Option } from '../../ui/fields/SelectField.tsx'
import type { ContactValues } from './contact-values.ts'
import { useContactWords } from './contact-words.ts'

/** Returns the contact's own fields for the conflict dialog. */
export function useContactLabels(): ConflictField<ContactValues>[] {
  const { t } = useTranslation('contacts')
  const { t: ui } = useTranslation('ui')
  const words = useContactWords()
  const sectors = useApi(masterData.sectors.list, {})

  const word = (options: readonly Option[] | undefined) => (value: unknown) =>
    options?.find((option) => option.value === value)?.label ?? ''
  const yesNo = (value: unknown) => ui(value ? 'value.yes' : 'value.no')
  const number = (value: unknown) => (value as { value: string }).value
  const names = (value: unknown) => (value as ContactPerson[]).map((person) => person.fullName).join(', ')
  return [
    { name: 'legalType', label: t('field.kind'), show: word(words.kinds) },
    { name: 'salutation', label: t('field.salutation'), show: word(words.salutations) },
    { name: 'title', label: t('field.title') },
    { name: 'givenName', label: t('field.givenName') },
    { name: 'surname', label: t('field.surname') },
    { name: 'companyName', label: t('field.company') },
    { name: 'customerType', label: t('field.customerType'), show: word(words.customerTypes) },
    {
      name: 'sectorRef',
      label: t('field.sector'),
      show: (value) => sectors.data?.find((sector) => sector.id === value)?.title ?? '',
    },
    { name: 'language', label: t('field.language'), show: word(words.languages) },
    {
      name: 'birthdate',
      label: t('field.birthdate'),
      show: (value) => formatDate(typeof value === 'string' ? value : ''),
    },
    { name: 'customer', label: t('field.customer'), show: yesNo },
    { name: 'placeOfExperience', label: t('field.placeOfExperience'), show: yesNo },
    { name: 'uidCheck', label: t('field.uid'), show: number },
    { name: 'eoriCheck', label: t('field.eori'), show: number },
    { name: 'remarks', label: t('field.remarks') },
    { name: 'contactPersons', label: t('persons.CONTACT_PERSON'), show: names },
    { name: 'externalContactPersons', label: t('persons.EXTERNAL_CONTACT_PERSON'), show: names },
  ]
}
