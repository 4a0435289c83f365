import type { ContactWords } from './de.ts'

export const en: ContactWords = {
  field: {
    customer: 'Customer',
    customerType: 'Customer type',
    salutation: 'Salutation',
    title: 'Title',
    givenName: 'Given name',
    surname: 'Surname',
    company: 'Company',
    street: 'Street',
    zipCode: 'Zip code',
    city: 'City',
    country: 'Country',
    emailAddress: 'E-mail',
    phoneNumber: 'Phone',
  },
  salutation: { MR: 'Mr', MS: 'Ms' },
  customerType: {
    PRIVATE: 'Private',
    BUSINESS: 'Business',
    POTENTIAL: 'Prospect',
    RESELLER_25: 'Reseller 25%',
    RESELLER_10: 'Reseller 10%',
    RESELLER: 'Reseller',
    SUPPLIER: 'Supplier',
    FIRE_HELPER: 'Fire helper',
  },
}
