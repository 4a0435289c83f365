import { domainToASCII, domainToUnicode } from 'node:url'

/** An address in the ways in which it may have been written: as it is, and with its domain in the other spelling. */
export function spellingsOf(address: string): string[] {
  const at = address.lastIndexOf('@')
  if (at < 1) return []
  const local = address.slice(0, at).toLowerCase()
  const domain = address.slice(at + 1).toLowerCase()
  return [...new Set([domain, domainToASCII(domain), domainToUnicode(domain)])]
    .filter(Boolean)
    .map((spelt) => `${local}@${spelt}`)
}
