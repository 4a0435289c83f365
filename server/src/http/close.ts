import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a running request may take after the product was told to stop, in milliseconds. */
const usualGraceMs = 10_000

/** From the moment the app closes, every answer ends its connection, and idle connections end at once. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false
  const endIdle = () => void setImmediate(() => app.server.closeIdleConnections())
  // Browsers open connections in advance. Node does not count a connection without a request as idle.
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
    // An answer that had begun earlier promised keep-alive, so its connection is idle now.
    if (closing) endIdle()
  })
}

/** Closes the app: running requests get some time, then their connections are cut. */
export async function closeInTime(app: FastifyInstance, graceMs = usualGraceMs): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs)
  await app.close()
  clearTimeout(timer)
}
