import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'

/** Range below the ephemeral ports of Linux (from 32768), which outgoing connections may take at any time. */
const [first, count] = [20_000, 12_000]
let next = Math.floor(Math.random() * count)

/** Returns a port of 127.0.0.1 that nothing listens on, a different one on each call. */
export async function freePort(): Promise<number> {
  next = (next + 1) % count
  const port = first + next
  const [socket, server] = [createSocket('udp4'), net.createServer()]
  try {
    socket.bind(port, '127.0.0.1')
    await once(socket, 'listening')
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return port
  } catch {
    return await freePort()
  } finally {
    socket.close()
    await new Promise((closed) => server.close(closed))
  }
}
