import type { Address } from '../contacts/parts.ts'

export interface Addressee {
  readonly fullName: string
  readonly companyName: string
}

/**
 * Returns the lines that an address begins with: the company of a person stands above the name at business addresses,
 * unless it is named anyway.
 */
export function addressees(
  { fullName, companyName }: Addressee,
  { addressType, alternativeGP }: Pick<Address, 'addressType' | 'alternativeGP'>,
): string[] {
  const named = [fullName, alternativeGP, ''].includes(companyName)
  return addressType === 'BUSINESS' && !named ? [companyName, fullName] : [fullName]
}
