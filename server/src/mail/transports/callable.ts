import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { MailError } from './faults.ts'

/** Addresses that are no server of mail and answer to machines alone, such as the secrets of a cloud. */
const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')

/** Mail servers may stand in the own network, but never at an address of the link alone. Errors: MailError. */
export async function callable(host: string): Promise<void> {
  // A name that cannot be found out is told by whoever connects.
  const addresses = await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  const never = addresses.find(({ address }) => isLinkLocal(address))
  if (never) throw new MailError('HOST_UNKNOWN', `${never.address} is never called`)
}

/** Also where one of IPv4 is written as one of IPv6, which the list finds by itself. */
export function isLinkLocal(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  return linkLocal.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
}
