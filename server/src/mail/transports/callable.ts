import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { MailError } from './faults.ts'

/** Link-local addresses, such as the metadata service of a cloud: no mail server is there. */
const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')

/** Throws if a host has a link-local address; mail servers in the local network are allowed. Errors: MailError. */
export async function callable(host: string): Promise<void> {
  // A name that cannot be resolved is reported by the connection attempt.
  const addresses = await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  const never = addresses.find(({ address }) => isLinkLocal(address))
  if (never) throw new MailError('HOST_UNKNOWN', `${never.address} is never called`)
}

/** Whether an address is link-local; the block list recognises IPv4-mapped IPv6 addresses. */
export function isLinkLocal(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  return linkLocal.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
}
