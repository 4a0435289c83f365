import { z } from 'zod'
import { type Contact, ContactChange, type ContactPerson } from '#contract/contacts/contacts'

/** Values of the contact form: its own fields, with the names of contact persons besides their references. */
export type ContactValues = Omit<z.input<typeof ContactChange>, 'contactPersons' | 'externalContactPersons'> & {
  contactPersons: ContactPerson[]
  externalContactPersons: ContactPerson[]
}

/** Validates the form values and converts them to the request body. */
export const ContactValuesCheck = z
  .custom<ContactValues>()
  .transform((values): z.input<typeof ContactChange> => values)
  .pipe(ContactChange)

export const valuesOf = (contact: Contact): ContactValues => ({
  version: contact.version,
  legalType: contact.legalType,
  salutation: contact.salutation,
  title: contact.title,
  givenName: contact.givenName,
  surname: contact.surname,
  companyName: contact.companyName,
  language: contact.language,
  customerType: contact.customerType,
  customer: contact.customer,
  placeOfExperience: contact.placeOfExperience,
  birthdate: contact.birthdate,
  sectorRef: contact.sectorRef,
  remarks: contact.remarks,
  uidCheck: { value: contact.uidCheck.value },
  eoriCheck: { value: contact.eoriCheck.value },
  contactPersons: contact.contactPersons,
  externalContactPersons: contact.externalContactPersons,
})
