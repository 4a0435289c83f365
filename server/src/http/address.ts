import { isIP, isIPv6, SocketAddress } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Of whoever has hung up: their socket knows none any more. */
const nowhere = '0.0.0.0'

/** The network address of the caller: as the proxy saw it where there is one, and always an address. */
export function addressOf(request: FastifyRequest): string {
  const said = ((request.ip as string | undefined) ?? '').trim()
  return bareAddress(isIP(said) ? said : (request.socket.remoteAddress ?? nowhere))
}

/** One form for each address. Of IPv6 its network, for everybody has as many addresses in it as they like. */
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
