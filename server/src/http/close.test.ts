import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { test } from 'vitest'
import { closeInTime, endConnectionsOnClose } from './close.ts'

/** Starts an app; `connection` opens a connection that sends `text`, and tells when it arrived and when it ended. */
async function listening() {
  const app = fastify()
  endConnectionsOnClose(app)
  app.get('/', async () => 'ok')
  app.post('/', async () => 'ok')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  async function connection(text = '') {
    const arrived = once(app.server, 'connection')
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    const ended = once(socket, 'close')
    await arrived
    if (text) {
      socket.write(text)
      await once(socket, 'data')
    }
    return { ended }
  }
  return { app, connection }
}
const get = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
const hour = 3_600_000

test('closing the server ends idle connections at once, even unused ones', async () => {
  const { app, connection } = await listening()
  const [kept, silent] = [await connection(get), await connection()]
  await Promise.all([closeInTime(app, hour), kept.ended, silent.ended])
})

test('closing the server cuts an unfinished request after the grace time', async () => {
  const { app, connection } = await listening()
  const stalled = await connection(`${get}POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{`)
  await Promise.all([closeInTime(app, 50), stalled.ended])
})
