import type { ContactRow, CustomerType } from '#contract/contacts/contacts'
import type { Language } from '#contract/limits'

export const exportColumns = [
  'id',
  'customer',
  'customerType',
  'salutation',
  'title',
  'givenName',
  'surname',
  'companyName',
  'street',
  'zipCode',
  'city',
  'country',
  'emailAddress',
  'phoneNumber',
] as const satisfies readonly (keyof ContactRow)[]

export interface ContactWords {
  readonly sheet: string
  readonly yes: string
  readonly no: string
  readonly salutations: Record<'MR' | 'MS', string>
  readonly customerTypes: Record<CustomerType, string>
  readonly columns: Record<(typeof exportColumns)[number], string>
}

/** A contact in words: in its exports, and where it is ordered by what is shown. */
export const contactWords: Record<Language, ContactWords> = {
  DE: {
    sheet: 'Kontakte',
    yes: 'Ja',
    no: 'Nein',
    salutations: { MR: 'Herr', MS: 'Frau' },
    customerTypes: {
      PRIVATE: 'Privat',
      BUSINESS: 'Geschäftlich',
      POTENTIAL: 'Interessent',
      RESELLER_25: 'Wiederverkäufer 25 %',
      RESELLER_10: 'Wiederverkäufer 10 %',
      RESELLER: 'Wiederverkäufer',
      SUPPLIER: 'Lieferant',
      FIRE_HELPER: 'Feuerhelfer',
    },
    columns: {
      id: 'Id',
      customer: 'Kunde',
      customerType: 'Kundentyp',
      salutation: 'Anrede',
      title: 'Titel',
      givenName: 'Vorname',
      surname: 'Nachname',
      companyName: 'Firma',
      street: 'Strasse',
      zipCode: 'PLZ',
      city: 'Ort',
      country: 'Land',
      emailAddress: 'E-Mail',
      phoneNumber: 'Telefon',
    },
  },
  EN: {
    sheet: 'Contacts',
    yes: 'Yes',
    no: 'No',
    salutations: { MR: 'Mr', MS: 'Ms' },
    customerTypes: {
      PRIVATE: 'Private',
      BUSINESS: 'Business',
      POTENTIAL: 'Prospect',
      RESELLER_25: 'Reseller 25%',
      RESELLER_10: 'Reseller 10%',
      RESELLER: 'Reseller',
      SUPPLIER: 'Supplier',
      FIRE_HELPER: 'Fire helper',
    },
    columns: {
      id: 'Id',
      customer: 'Customer',
      customerType: 'Customer type',
      salutation: 'Salutation',
      title: 'Title',
      givenName: 'First name',
      surname: 'Surname',
      companyName: 'Company',
      street: 'Street',
      zipCode: 'Zip code',
      city: 'City',
      country: 'Country',
      emailAddress: 'E-mail',
      phoneNumber: 'Phone',
    },
  },
  FR: {
    sheet: 'Contacts',
    yes: 'Oui',
    no: 'Non',
    salutations: { MR: 'Monsieur', MS: 'Madame' },
    customerTypes: {
      PRIVATE: 'Privé',
      BUSINESS: 'Professionnel',
      POTENTIAL: 'Prospect',
      RESELLER_25: 'Revendeur 25 %',
      RESELLER_10: 'Revendeur 10 %',
      RESELLER: 'Revendeur',
      SUPPLIER: 'Fournisseur',
      FIRE_HELPER: 'Aide au feu',
    },
    columns: {
      id: 'Id',
      customer: 'Client',
      customerType: 'Type de client',
      salutation: 'Civilité',
      title: 'Titre',
      givenName: 'Prénom',
      surname: 'Nom',
      companyName: 'Entreprise',
      street: 'Rue',
      zipCode: 'NPA',
      city: 'Localité',
      country: 'Pays',
      emailAddress: 'E-mail',
      phoneNumber: 'Téléphone',
    },
  },
}
