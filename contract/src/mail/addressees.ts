import type { Address } from '../contacts/parts.ts'

export interface Addressee {
  readonly fullName: string
  readonly companyName: string
}

/** To whom an address is written: at business the company of a person stands above the name, unless it is named anyway. */
export function addressees(
  { fullName, companyName }: Addressee,
  { addressType, alternativeGP }: Pick<Address, 'addressType' | 'alternativeGP'>,
): string[] {
  const named = [fullName, alternativeGP, ''].includes(companyName)
  return addressType === 'BUSINESS' && !named ? [companyName, fullName] : [fullName]
}
