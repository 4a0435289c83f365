import net from 'node:net'
import pg from 'pg'
import { afterAll } from 'vitest'

interface Proxy {
  readonly port: number
  /** Cuts a connection when the server sends matching data; null: stop cutting. */
  cutAt(pattern: RegExp | null): void
  /** Cuts each connection after this number of bytes from the server; null: stop cutting. */
  cutAfter(bytes: number | null): void
  /**
   * Drops all further data and the closing on connections where the client sends matching data; null: no further ones.
   */
  silence(pattern: RegExp | null): void
  /** Starts to count the matches of a global pattern in what clients send. */
  count(pattern: RegExp): () => number
  /** Events of the connections, in order. */
  readonly log: ('opened' | 'silenced' | 'closed')[]
}

/** Starts a TCP proxy between the product and a local server, which breaks connections when told to. */
export async function testProxy(target: number | net.NetConnectOpts): Promise<Proxy> {
  const log: Proxy['log'] = []
  let silenced: RegExp | null = null
  let pattern: RegExp | null = null
  let most: number | null = null
  let heard = (_said: string) => {}
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
      heard(bytes.toString('latin1'))
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
    count: (where) => {
      let times = 0
      heard = (said) => {
        times += said.match(where)?.length ?? 0
      }
      return () => times
    },
    log,
  }
}

/** Starts a proxy in front of PostgreSQL; returns the connection through it. */
export async function databaseThrough(
  connection: pg.ClientConfig,
): Promise<{ proxy: Proxy; through: pg.ClientConfig }> {
  const { host = 'localhost', port } = new pg.Client(connection)
  const proxy = await testProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  const here = { host: '127.0.0.1', port: proxy.port }
  if (!connection.connectionString) return { proxy, through: { ...connection, ...here } }
  const url = new URL(connection.connectionString)
  url.host = `${here.host}:${here.port}`
  // the parameter holds the socket's folder and would take precedence
  url.searchParams.delete('host')
  return { proxy, through: { connectionString: url.href } }
}
