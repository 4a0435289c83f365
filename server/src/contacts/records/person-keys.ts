import type { Vault } from '../../http/vault.ts'
import { spellingsOf } from '../spellings/spellings.ts'

/** Data by which an erased person is recognised. */
export interface Traits {
  readonly emails: readonly string[]
  /** In E.164 where they can be parsed. */
  readonly phones: readonly string[]
  readonly givenName: string
  readonly surname: string
  readonly companyName: string
  readonly places: readonly { readonly street: string; readonly zipCode: string }[]
}

export type KeyKind = 'mail' | 'phone' | 'name'

/** Returns a key for each trait; `kindOf` tells which kind it is. */
export function keysOf({ emails, phones, givenName, surname, companyName, places }: Traits): string[] {
  const name = plain(`${givenName} ${surname}`) || plain(companyName)
  const homes = places.filter(({ street, zipCode }) => street && zipCode)
  return [
    ...emails.flatMap((mail) => spellingsOf(mail.trim())).map((mail) => `mail:${mail}`),
    ...phones.filter(Boolean).map((phone) => `phone:${phone}`),
    ...(name ? homes.map(({ street, zipCode }) => `name:${name}|${plain(zipCode)}|${plainStreet(street)}`) : []),
  ]
}

export const kindOf = (key: string) => key.slice(0, key.indexOf(':')) as KeyKind

export const hashOf = (vault: Vault, key: string): Buffer => vault.fingerprint(`erased contact ${key}`)

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([aou])e/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const plainStreet = (street: string) => plain(street.replace(/str(\.|(?=\s|$))/gi, 'strasse'))
