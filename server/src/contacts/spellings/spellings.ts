import { domainToASCII, domainToUnicode } from 'node:url'
import { ValidEmailAddress } from '#contract/email-address'

/** Returns the spellings of an address: its domain as it is, in Punycode and in Unicode. */
export function spellingsOf(address: string): string[] {
  const at = address.lastIndexOf('@')
  if (at < 1) return []
  const local = address.slice(0, at).toLowerCase()
  const domain = address.slice(at + 1).toLowerCase()
  return [...new Set([domain, domainToASCII(domain), domainToUnicode(domain)])]
    .filter(Boolean)
    .map((spelt) => `${local}@${spelt}`)
}

/** Whether two addresses differ at most in their spelling. */
export function isSameAddress(one: string, other: string): boolean {
  const spelt = spellingsOf(other)
  return one.toLowerCase() === other.toLowerCase() || spellingsOf(one).some((spelling) => spelt.includes(spelling))
}

/** Returns the spelling in which an address is stored, so that it is unique: the domain in Unicode if that is valid. */
export function keptSpelling(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const isAsWritten = /^[\x20-\x7e]*$/.test(domain) && !/(^|\.)xn--/i.test(domain)
  if (at < 1 || isAsWritten) return address
  const kept = `${address.slice(0, at)}@${domainToUnicode(domain) || domain}`
  return ValidEmailAddress.safeParse(kept).success ? kept : address
}
