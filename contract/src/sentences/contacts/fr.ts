import type { ContactWords } from './de.ts'

export const fr: ContactWords = {
  field: {
    customer: 'Client',
    customerType: 'Type de client',
    salutation: 'Civilité',
    title: 'Titre',
    givenName: 'Prénom',
    surname: 'Nom',
    company: 'Entreprise',
    street: 'Rue',
    zipCode: 'NPA',
    city: 'Lieu',
    country: 'Pays',
    emailAddress: 'E-mail',
    phoneNumber: 'Téléphone',
  },
  salutation: { MR: 'Monsieur', MS: 'Madame' },
  customerType: {
    PRIVATE: 'Privé',
    BUSINESS: 'Professionnel',
    POTENTIAL: 'Prospect',
    RESELLER_25: 'Revendeur 25 %',
    RESELLER_10: 'Revendeur 10 %',
    RESELLER: 'Revendeur',
    SUPPLIER: 'Fournisseur',
    FIRE_HELPER: 'Aide au feu',
  },
}
