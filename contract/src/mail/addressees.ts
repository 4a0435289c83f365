import type { Address } from '../contacts/parts.ts'

export interface Addressee {
  readonly fullName: string
  readonly companyName: string
}

/**
 * Returns the first lines of an address: at business addresses the company stands above the name, unless already named.
 */
export function addressees(
  { fullName, companyName }: Addressee,
  { addressType, alternativeGP }: Pick<Address, 'addressType' | 'alternativeGP'>,
): string[] {
  const named = [fullName, alternativeGP, ''].includes(companyName)
  return addressType === 'BUSINESS' && !named ? [companyName, fullName] : [fullName]
}
