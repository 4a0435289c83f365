// Written by `npm run types:db` from the migrated database.

interface ContactOrder {
  contact_id: string
  sort_key: string
  customer: boolean
  salutation: string | null
  title: string
  given_name: string
  surname: string
  company: string
  street: string
  zip_code: string
  city: string
  country: string
  email: string
  phone: string
  customer_type: string | null
  street_text: string
  city_text: string
  phone_text: string
}

export interface ContactOrderTables {
  contact_order: ContactOrder
}
