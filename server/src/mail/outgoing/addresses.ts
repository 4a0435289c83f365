import { domainToASCII } from 'node:url'
import type { MailAddress } from '#contract/mail/emails'

const localPart = /^[^\s"(),:;<>@[\]\\\p{Cc}]{1,64}$/u
const domainName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/
const withName = /^(?:"([^"<>]*)"|([^"<>]*?))\s*<([^<>]*)>$/

/**
 * Parses `a@b.ch` or `Name <a@b.ch>` strictly: text that a mail program could read as two addresses, or as another one,
 * is rejected. Every address that is handed to a server has been parsed here.
 */
export function readAddress(typed: string): MailAddress | null {
  const text = typed.trim()
  const [, quoted, plain, inside] = withName.exec(text) ?? []
  const address = checkedAddress(inside ?? text)
  return address === null ? null : { name: oneLine(quoted ?? plain ?? ''), address }
}

/** Returns the address with its domain in lower case, or null; Unicode domains stay as they are. */
function checkedAddress(text: string): string | null {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = text.slice(at + 1).toLowerCase()
  if (at < 1 || !localPart.test(local) || /[\s"(),:;<>@[\]\\\p{Cc}]/u.test(domain)) return null
  return domainName.test(domainToASCII(domain)) ? `${local}@${domain}` : null
}

/** Whether the local part has non-ASCII characters, which most servers do not accept. */
export const hasForeignLocalPart = (address: string) => /[^\x20-\x7e]/.test(address.slice(0, address.lastIndexOf('@')))

/** Returns the address for the SMTP envelope, with its domain in ASCII. */
export function envelopeAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
}

/** Returns a key that is the same for equal addresses. */
export const addressKey = (address: string) => envelopeAddress(address).toLowerCase()

/** Replaces characters that would end a header line or change the reading direction, and collapses whitespace. */
export const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Keeps each address once, in the first list that contains it. */
export function deduplicated(...lists: readonly (readonly MailAddress[])[]): MailAddress[][] {
  const seen = new Set<string>()
  return lists.map((list) =>
    list.filter(({ address }) => {
      const key = addressKey(address)
      return !seen.has(key) && seen.add(key)
    }),
  )
}
