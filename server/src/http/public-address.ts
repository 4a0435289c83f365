import dns from 'node:dns'
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net'

const inner = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inner.addSubnet(net, prefix, 'ipv4')
}

/** The global unicast addresses of IPv6. Ranges that embed IPv4 addresses do not count as public. */
const outer = new BlockList()
outer.addSubnet('2000::', 3, 'ipv6')
const reserved = new BlockList()
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reserved.addSubnet(net, prefix, 'ipv6')
}

/** Whether an address is public: neither this machine nor a private or reserved network. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !inner.check(address, 'ipv4')
  return isIPv6(address) && outer.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/** Error code for a host name that leads to an address that is not allowed. */
export const notPublic = 'NOT_PUBLIC'

/**
 * Returns a lookup function for connections, so that the address that is connected to is the one that was checked.
 * Every address of the name must be allowed, because any of them may be used.
 */
export const lookupWith =
  (allows: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) => {
    dns.lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first || !found.every(({ address }) => allows(address))) {
        return done(error ?? Object.assign(new Error('not open to all'), { code: notPublic }), '', 4)
      }
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })
  }
