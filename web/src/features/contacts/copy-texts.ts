import type { Address } from '#contract/contacts/parts'
import { type Addressee, addressees } from '#contract/mail/addressees'
import { countryName } from './countries.ts'

type Where = Pick<
  Address,
  'addressType' | 'alternativeGP' | 'additionalAddress' | 'street' | 'zipCode' | 'city' | 'state' | 'country'
>

/** Formats zip code and city on one line, with the code of a country other than Switzerland. */
export function placeLine({ zipCode, city, country }: Pick<Where, 'zipCode' | 'city' | 'country'>): string {
  const abroad = country !== '' && country !== 'CH' && zipCode !== ''
  return [abroad ? `${country}-${zipCode}` : zipCode, city].filter(Boolean).join(' ')
}

/** Formats an address as on a letter, for the clipboard, with the name of a country other than Switzerland. */
export function addressText(to: Addressee, address: Where, language: string): string {
  const { alternativeGP, additionalAddress, street, zipCode, city, country } = address
  const place = [zipCode, city].filter(Boolean).join(' ')
  const abroad = country === '' || country === 'CH' ? '' : countryName(country, language)
  return [...addressees(to, address), alternativeGP, additionalAddress, street, place, abroad]
    .filter(Boolean)
    .join('\n')
}

/** Formats an address on one line, to name it in a sentence. */
export const addressLine = (address: Where): string =>
  [address.street, placeLine(address)].filter(Boolean).join(', ') || address.alternativeGP || address.additionalAddress
