import { useMemo } from 'react'
import { type Contact, customerTypes, legalTypes, salutations } from '#contract/contacts/contacts'
import { addressTypes, type PhoneNumber, phoneTypes } from '#contract/contacts/parts'
import { languages } from '#contract/limits'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { Option } from '../../ui/fields/SelectField.tsx'

export type LegalType = Contact['legalType']
export type PhoneType = PhoneNumber['type']

/** Returns the enumerations of a contact as options, in the current language. */
export function useContactWords() {
  const { t } = useTranslation('contacts')
  return useMemo(() => {
    const options = <Value extends string>(values: readonly Value[], label: (value: Value) => string): Option[] =>
      values.map((value) => ({ value, label: label(value) }))
    return {
      kinds: options(legalTypes, (kind) => t(`kind.${kind}`)),
      salutations: options(salutations, (salutation) => t(`salutation.${salutation}`)),
      customerTypes: options(customerTypes, (type) => t(`customerType.${type}`)),
      addressTypes: options(addressTypes, (type) => t(`addressType.${type}`)),
      phoneTypes: options(phoneTypes, (type) => t(`phoneType.${type}`)),
      languages: options(languages, (language) => t(`language.${language}`)),
    }
  }, [t])
}
