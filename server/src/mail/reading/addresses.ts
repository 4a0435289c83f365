import { type Address, addressParser } from 'postal-mime'
import type { MailAddress } from '#contract/mail/emails'
import { clean, cut, oneLine } from './storable.ts'

const mostAddresses = 500
/** Number of characters of an address that are examined. */
const mostLooked = 1000

/** Returns the people of a field, including members of groups, up to a limit. */
export function addresses(list: readonly Address[] = []): MailAddress[] {
  const all = list
    .flatMap((one) => one.group ?? [one])
    .filter(({ name, address }) => name || address)
    .slice(0, mostAddresses)
    .map(plain)
  return all.reduceRight<MailAddress[]>((people, one) => whole(one, people), []).reverse()
}

/** Joins unquoted «Muster, Anna <anna@…>», parsed as two; `people` are those that follow, the next one last. */
function whole(one: MailAddress, people: MailAddress[]): MailAddress[] {
  const next = people.at(-1)
  if (one.address === '' && next?.name && next.address) {
    people.splice(-1, 1, { ...next, name: cut(`${one.name}, ${next.name}`, 255) })
  } else {
    people.push(one)
  }
  return people
}

/** Returns the author of a message; name and address are empty if it has none. */
export function senderOf(header: (name: string) => string | undefined): MailAddress {
  const [from] = writers(header('from'))
  return from ?? writers(header('sender') ?? header('return-path'))[0] ?? { name: '', address: '' }
}

/** Returns the first author of a field, or nothing. */
function writers(field = ''): MailAddress[] {
  const all = addresses(addressParser(field).map(withoutGroup))
  const first = all.findIndex(({ address }) => address)
  const names = all.slice(0, first < 0 ? all.length : first + 1).map(({ name }) => name)
  return all.length > 0
    ? [{ name: cut(names.filter(Boolean).join(', '), 255), address: all[first]?.address ?? '' }]
    : []
}

/** Reads unquoted «Shop: Anna <anna@…>» as one name; only recipients may be a group of that name. */
function withoutGroup(one: Address): Address {
  const [member, ...others] = one.group ?? []
  return member?.name && others.length === 0 ? { ...member, name: `${one.name}: ${member.name}` } : one
}

/**
 * Quotes «Muster (Schweiz) AG» before its address: strictly read, what is in brackets is a comment, and no part of the
 * name.
 */
export const withBracketsInNames = (field: string) =>
  field.replace(
    /(^|[,;])([^"<>(),;:@\\]{1,150}\([^"<>(),;:@\\]{1,150}\)[^"<>(),;:@\\]{0,150})(?=<[^<>\s]{1,320}>)/g,
    '$1"$2"',
  )

/** What a field of addresses consists of: quoted texts, comments, addresses in brackets, separators, blanks, words. */
const pieces = /"(?:[^"\\]|\\.?)*(?:"(?:@[^\s,;:<>"()]{1,255})?|$)|\([^()]*\)?|<[^<>]*>?|[,;:]|\s+|[^\s,;:<>"()]+|./gs
const isBracketed = (piece: string) => piece.startsWith('<') && piece.includes('@')
const isBare = (piece: string) => /^[^\s@=?<>()"]{1,64}@[^\s@=?<>()".]{1,63}\.[^\s@=?<>()"]{1,255}$/.test(piece)
const isQuoted = (piece: string) => /^".{1,998}"@/s.test(piece)

/**
 * Puts a comma between addresses that stand side by side, so that nobody is lost, and brackets around an address whose
 * first part is quoted: without them the parser drops the quotes.
 */
export function apart(field: string): string {
  const items: string[][] = [[]]
  for (const [piece] of field.matchAll(pieces)) {
    items.at(-1)?.push(piece)
    if (/^[,;:]$/.test(piece)) items.push([])
  }
  return items.flatMap(apartWithin).join('')
}

/** Does so between two separators. Beside an address in brackets, words that look like one belong to its name. */
function apartWithin(item: readonly string[]): string[] {
  const isAddress = item.some(isBracketed) ? isBracketed : (piece: string) => isBare(piece) || isQuoted(piece)
  const last = item.findLastIndex(isAddress)
  return item.map((piece, at) => {
    if (!isAddress(piece)) return piece
    return `${isQuoted(piece) ? `<${piece}>` : piece}${at < last ? ',' : ''}`
  })
}

/** Removes characters around a name or an address that belong to neither, as other programs do. */
function plain({ name = '', address = '' }: Address): MailAddress {
  // A name without a closing quote includes the address.
  const near = address.slice(0, mostLooked)
  const [, before = '', within] = /^([^<]*)<([^<>@]*@[^<>]*)>?\s*$/.exec(near) ?? []
  const bare = bareAddress(clean(within ?? near).trim())
  const shown = oneLine(name || before)
    .replace(/^[<>\s]+|(?<![<>\s])[<>\s]+$/g, '')
    .replace(/^'(.+)'$/, '$1')
    // As Lotus Notes and Exchange write names.
    .replace(/^CN=([^/=]+)\/.*$/i, '$1')
    .replace(/^\/O=.*$/i, '')
    .trim()
  return {
    name: shown.toLowerCase() === bare.toLowerCase() ? '' : cut(shown, 255),
    address: cut(bare, 320),
  }
}

/**
 * Returns an address without what surrounds it. Blanks within it stay: `"Anna Muster"@…` is somebody else than
 * `AnnaMuster@…`, and an address that is invalid with its blanks is not answered.
 */
function bareAddress(text: string): string {
  const [, quoted = '', domain] = /^"(.{1,998})"\s*@([^"]*)$/s.exec(text) ?? []
  if (domain !== undefined) {
    const local = /^[\w!#$%&'*+/=?^`{|}~.-]+$/.test(quoted) ? quoted : `"${quoted}"`
    return `${local}@${domain.replace(/[\s\p{Cf}]+/gu, '')}`
  }
  return (
    text
      .replace(/\([^()]*\)|\p{Cf}+/gu, '')
      // Leftovers of nested comments, a source route, a link.
      .replace(/[()]/g, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([@.]) ?/g, '$1')
      .trim()
      .replace(/^(?:mailto:\s*|@[^:]*:\s*)/i, '')
      .replace(/^'(.+)'$/, '$1')
      .replace(/(?<!\.)\.+$/, '')
  )
}
