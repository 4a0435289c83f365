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

/** Removes characters around a name or an address that belong to neither, as other programs do. */
function plain({ name = '', address = '' }: Address): MailAddress {
  // A name without a closing quote includes the address.
  const near = address.slice(0, mostLooked)
  const [, before = '', within] = /^([^<]*)<([^<>@]*@[^<>]*)>?\s*$/.exec(near) ?? []
  const bare = clean(within ?? near)
    .replace(/\([^()]*\)|[\s\p{Cf}]+/gu, '')
    // Leftovers of nested comments, a source route, a link.
    .replace(/[()]/g, '')
    .replace(/^(?:mailto:|@[^:]*:)/i, '')
    .replace(/(?<!\.)\.+$/, '')
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
