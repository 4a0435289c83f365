// Written by `npm run types:db` from the migrated database.

export interface ContactCard {
  id: string | null
  fullName: string | null
  legalType: string | null
  salutation: string | null
  title: string | null
  givenName: string | null
  surname: string | null
  companyName: string | null
  customerType: string | null
  customer: boolean | null
  placeOfExperience: boolean | null
  street: string | null
  zipCode: string | null
  city: string | null
  country: string | null
  emailAddress: string | null
  phoneNumber: string | null
}
