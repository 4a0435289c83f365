import { domainToASCII, domainToUnicode } from 'node:url'

/** The spellings of an address: its domain as it is, in Punycode and in Unicode. */
export function spellingsOf(address: string): string[] {
  const at = address.lastIndexOf('@')
  if (at < 1) return []
  const local = address.slice(0, at).toLowerCase()
  const domain = address.slice(at + 1).toLowerCase()
  return [...new Set([domain, domainToASCII(domain), domainToUnicode(domain)])]
    .filter(Boolean)
    .map((spelt) => `${local}@${spelt}`)
}

/** The one in which an address is kept, so that it is there once: the domain as people write it. */
export function keptSpelling(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const isAsWritten = /^[\x20-\x7e]*$/.test(domain) && !/(^|\.)xn--/i.test(domain)
  if (at < 1 || isAsWritten) return address
  return `${address.slice(0, at)}@${domainToUnicode(domain) || domain}`
}
