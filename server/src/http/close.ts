import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** So long a request may take once the product is told to stop. */
const graceMs = 10_000

/** From the moment the app closes, every answer ends its connection, and what is idle ends at once. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false
  const endIdle = () => void setImmediate(() => app.server.closeIdleConnections())
  // Browsers open some in advance. To Node one that never asked for anything is at work.
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('data', () => silent.delete(socket)).once('close', () => silent.delete(socket))
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async () => {
    // One whose answer had begun before said that it would stay.
    if (closing) endIdle()
  })
}

/** Closes the app: requests in flight get a while, then their connections are cut. */
export async function closeInTime(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs)
  await app.close()
  clearTimeout(timer)
}
