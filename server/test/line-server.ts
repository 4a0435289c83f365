import net from 'node:net'
import { afterAll } from 'vitest'

/** What `reply` returns to end the connection instead of answering. */
export const cut = 'cut'

/** Starts a server that replies to each line. Returns its port; it is stopped at the end of the test file. */
export async function lineServer(greeting: string, reply: (line: string) => string): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.write(greeting)
    socket.on('data', (data) => {
      for (const line of String(data).split('\r\n').filter(Boolean)) {
        const answer = reply(line)
        if (answer === cut) return socket.destroy()
        socket.write(answer)
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => server.close())
  return (server.address() as net.AddressInfo).port
}
