import { type Address, addressParser } from 'postal-mime'
import type { MailAddress } from '#contract/mail/emails'
import { clean, cut, oneLine } from './storable.ts'

const mostAddresses = 500
/** How far an address is looked at. */
const mostLooked = 1000

/** The people of a field, members of groups too; never more than a message may sensibly have. */
export function addresses(list: readonly Address[] = []): MailAddress[] {
  const all = list
    .flatMap((one) => one.group ?? [one])
    .filter(({ name, address }) => name || address)
    .slice(0, mostAddresses)
    .map(plain)
  return all.reduceRight<MailAddress[]>((people, one) => whole(one, people), []).reverse()
}

/** «Muster, Anna <anna@…>», which nobody quoted, is one person; `people` are those behind, the next one last. */
function whole(one: MailAddress, people: MailAddress[]): MailAddress[] {
  const next = people.at(-1)
  if (one.address === '' && next?.name && next.address) {
    people.splice(-1, 1, { ...next, name: cut(`${one.name}, ${next.name}`, 255) })
  } else {
    people.push(one)
  }
  return people
}

/** Who wrote a message; with neither a name nor an address where it does not say. */
export function senderOf(header: (name: string) => string | undefined): MailAddress {
  const [from] = writers(header('from'))
  return from ?? writers(header('sender') ?? header('return-path'))[0] ?? { name: '', address: '' }
}

/** One of a field that names those who wrote it. */
function writers(field = ''): MailAddress[] {
  const all = addresses(addressParser(field))
  const first = all.findIndex(({ address }) => address)
  const names = all.slice(0, first < 0 ? all.length : first + 1).map(({ name }) => name)
  return all.length > 0
    ? [{ name: cut(names.filter(Boolean).join(', '), 255), address: all[first]?.address ?? '' }]
    : []
}

/** As other programs take it: without what stands around a name or an address and belongs to neither. */
function plain({ name = '', address = '' }: Address): MailAddress {
  // A name whose quotes do not end takes the address in.
  const near = address.slice(0, mostLooked)
  const [, before = '', within] = /^([^<]*)<([^<>@]*@[^<>]*)>?\s*$/.exec(near) ?? []
  const bare = clean(within ?? near)
    .replace(/\([^()]*\)|[\s\p{Cf}]+/gu, '')
    // What is left of remarks within remarks, a way over other servers, a link.
    .replace(/[()]/g, '')
    .replace(/^(?:mailto:|@[^:]*:)/i, '')
    .replace(/(?<!\.)\.+$/, '')
  const shown = oneLine(name || before)
    .replace(/^[<>\s]+|(?<![<>\s])[<>\s]+$/g, '')
    .replace(/^'(.+)'$/, '$1')
    .trim()
  return {
    name: shown.toLowerCase() === bare.toLowerCase() ? '' : cut(shown, 255),
    address: cut(bare, 320),
  }
}
