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
