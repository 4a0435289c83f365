import type { ContactDraft } from '#contract/contacts/duplicates'
import type { NewContactValues } from './new-contact-values.ts'

/** Returns the form values that duplicates can be found by. */
export function draftOf(values: NewContactValues): ContactDraft {
  const { givenName = '', surname = '', companyName = '', birthdate, uidCheck } = values
  return {
    givenName,
    surname,
    companyName,
    birthdate: /^\d{4}-\d\d-\d\d$/.test(birthdate ?? '') ? (birthdate ?? null) : null,
    uid: uidCheck?.value ?? '',
    emails: values.emailAddresses.map(({ address }) => address),
    phones: values.phoneNumbers.map(({ number }) => number),
    places: values.addresses.map(({ street = '', zipCode = '' }) => ({ street, zipCode })),
  }
}

/** Returns true if the draft is sufficient for a search. */
export const saysSomething = ({ givenName, surname, companyName, uid, emails, phones }: ContactDraft) =>
  Boolean((givenName && surname) || companyName || uid || emails.some(Boolean) || phones.some(Boolean))
