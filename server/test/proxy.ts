import net from 'node:net'
import pg from 'pg'
import { afterAll } from 'vitest'

interface Proxy {
  readonly port: number
  /** Cuts a connection where what the server says on it fits; null: none any more. */
  cutAt(pattern: RegExp | null): void
  /** Cuts each connection after the server said so many bytes on it; null: none any more. */
  cutAfter(bytes: number | null): void
  /**
   * Swallows from now on all that both sides say, and that they end it, on connections where what the client says fits;
   * null: on no further one.
   */
  silence(pattern: RegExp | null): void
  /** What became of connections, in the order in which it happened. */
  readonly log: ('opened' | 'silenced' | 'closed')[]
}

/** Stands between the product and a server on this machine, and breaks the connection where it is told to. */
export async function testProxy(target: number | net.NetConnectOpts): Promise<Proxy> {
  const log: Proxy['log'] = []
  let silenced: RegExp | null = null
  let pattern: RegExp | null = null
  let most: number | null = null
  const sockets: net.Socket[] = []
  const server = net.createServer((client) => {
    const upstream = typeof target === 'number' ? net.connect(target, '127.0.0.1') : net.connect(target)
    let passed = 0
    let isSilent = false
    sockets.push(client, upstream)
    log.push('opened')
    client.on('close', () => log.push('closed'))
    const end = () => {
      if (isSilent) return
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
    client.on('data', (bytes) => {
      if (!isSilent && silenced?.test(bytes.toString('latin1'))) {
        isSilent = true
        log.push('silenced')
      }
      if (!isSilent) upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (isSilent) return
      const room = most === null ? bytes.length : Math.max(0, most - passed)
      passed += bytes.length
      if (pattern?.test(bytes.toString('latin1'))) return end()
      client.write(bytes.subarray(0, room), () => room < bytes.length && end())
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    port: (server.address() as net.AddressInfo).port,
    cutAt: (where) => {
      pattern = where
    },
    cutAfter: (bytes) => {
      most = bytes
    },
    silence: (where) => {
      silenced = where
    },
    log,
  }
}

/** A proxy in front of PostgreSQL, and how to connect through it. */
export async function databaseThrough(
  connection: pg.ClientConfig,
): Promise<{ proxy: Proxy; through: pg.ClientConfig }> {
  const { host = 'localhost', port } = new pg.Client(connection)
  const proxy = await testProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  const here = { host: '127.0.0.1', port: proxy.port }
  if (!connection.connectionString) return { proxy, through: { ...connection, ...here } }
  const url = new URL(connection.connectionString)
  url.host = `${here.host}:${here.port}`
  // the folder of a socket stands there, and counts for more
  url.searchParams.delete('host')
  return { proxy, through: { connectionString: url.href } }
}
