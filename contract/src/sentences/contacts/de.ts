import type { ContactColumn, CustomerType } from '../../contacts/contacts.ts'
import type { Like } from '../like.ts'

/** Names of the fields of a contact, on the screen and in exports. */
export const de = {
  field: {
    customer: 'Kunde',
    customerType: 'Kundentyp',
    salutation: 'Anrede',
    title: 'Titel',
    givenName: 'Vorname',
    surname: 'Nachname',
    company: 'Firma',
    street: 'Strasse',
    zipCode: 'PLZ',
    city: 'Ort',
    country: 'Land',
    emailAddress: 'E-Mail',
    phoneNumber: 'Telefon',
  } satisfies Record<Exclude<ContactColumn, 'name'>, string>,
  salutation: { MR: 'Herr', MS: 'Frau' },
  customerType: {
    PRIVATE: 'Privat',
    BUSINESS: 'Geschäftlich',
    POTENTIAL: 'Interessent',
    RESELLER_25: 'Wiederverkäufer 25 %',
    RESELLER_10: 'Wiederverkäufer 10 %',
    RESELLER: 'Wiederverkäufer',
    SUPPLIER: 'Lieferant',
    FIRE_HELPER: 'Feuerhelfer',
  } satisfies Record<CustomerType, string>,
}

export type ContactWords = Like<typeof de>
