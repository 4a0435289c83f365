import net from 'node:net'
import { afterAll } from 'vitest'

interface Proxy {
  readonly port: number
  /** Cuts a connection where what the server says on it fits; null: none any more. */
  cutAt(pattern: RegExp | null): void
  /** Cuts each connection after the server said so many bytes on it; null: none any more. */
  cutAfter(bytes: number | null): void
}

/** Stands between the product and a server on this machine, and breaks the connection where it is told to. */
export async function testProxy(target: number): Promise<Proxy> {
  let pattern: RegExp | null = null
  let most: number | null = null
  const server = net.createServer((client) => {
    const upstream = net.connect(target, '127.0.0.1')
    let passed = 0
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
    client.on('data', (bytes) => upstream.write(bytes))
    upstream.on('data', (bytes) => {
      const room = most === null ? bytes.length : Math.max(0, most - passed)
      passed += bytes.length
      if (pattern?.test(bytes.toString('latin1'))) return end()
      client.write(bytes.subarray(0, room), () => room < bytes.length && end())
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => server.close())
  return {
    port: (server.address() as net.AddressInfo).port,
    cutAt: (where) => {
      pattern = where
    },
    cutAfter: (bytes) => {
      most = bytes
    },
  }
}
