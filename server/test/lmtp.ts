import { once } from 'node:events'
import net from 'node:net'
import { createInterface } from 'node:readline'

/** Delivers messages to a server over LMTP (RFC 2033), all on one connection. */
export async function deliverByLmtp(port: number, to: string, messages: readonly (string | Buffer)[]): Promise<void> {
  const socket = net.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
  const expect = async (code: string) => {
    for (;;) {
      const { value, done } = await lines.next()
      const line = done ? 'the connection ended' : String(value)
      if (!line.startsWith(code)) throw new Error(`LMTP: ${line} instead of ${code}`)
      if (line[3] !== '-') return
    }
  }
  const say = async (line: string, code: string) => {
    socket.write(`${line}\r\n`)
    await expect(code)
  }
  await expect('220')
  await say('LHLO test', '250')
  for (const message of messages) {
    await say('MAIL FROM:<sender@example.org>', '250')
    await say(`RCPT TO:<${to}>`, '250')
    await say('DATA', '354')
    socket.write(stuffed(Buffer.from(message)))
    await expect('250')
  }
  socket.end('QUIT\r\n')
}

/** Doubles leading dots of lines and adds the final dot line. */
function stuffed(message: Buffer): Buffer {
  const text = message.toString('latin1').replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..')
  return Buffer.from(`${text}${text.endsWith('\r\n') ? '' : '\r\n'}.\r\n`, 'latin1')
}
