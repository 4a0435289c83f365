import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'

/** Below the ports that Linux gives to connections (32768 on): one of those may be taken by any connection before it is listened at. */
const [first, count] = [20_000, 12_000]
let next = Math.floor(Math.random() * count)

/** A port of 127.0.0.1 that nothing listens at, for a process that has to be told one; another one each time. */
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
