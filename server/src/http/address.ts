import { isIP, isIPv6, SocketAddress } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Address of a caller who has hung up: the socket has none left. */
const nowhere = '0.0.0.0'

/** Returns the network address of the caller, as the proxy reports it where there is one; always a valid address. */
export function addressOf(request: FastifyRequest): string {
  const said = ((request.ip as string | undefined) ?? '').trim()
  return bareAddress(isIP(said) ? said : (request.socket.remoteAddress ?? nowhere))
}

/** Returns one form per address. For IPv6 it is the /64 network, in which a caller can choose any address. */
function bareAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = new SocketAddress({ address: address.replace(/%.*$/, ''), family: 'ipv6' }).address.split(
    '::',
  )
  const groups = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const whole = [...groups, ...Array(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after]
  return `${whole.slice(0, 4).join(':')}::/64`
}
