import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { mailPassword } from '../../../test/dovecot.ts'
import { mail } from '../../../test/mail.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { mailError } from './faults.ts'
import { openPop3 } from './pop3.ts'
import type { FetchedMessage, RemoteMessage, Transport } from './transport.ts'

const dovecot = await testDovecot()
const inbox = { path: 'INBOX', ref: null, uidValidity: null, uidNext: null, highestModseq: null, deltaLink: null }
const accessTo = (port: number, user = 'pop@example.test', password = mailPassword) => ({
  server: { host: '127.0.0.1', port, security: 'NONE' as const, user },
  password,
  token: null,
})

async function fetchAll(transport: Transport, maxBytes = 1_000_000): Promise<FetchedMessage[]> {
  const listed: RemoteMessage[] = []
  await transport.look(inbox, true, async (messages) => void listed.push(...messages))
  const waiting = listed.map((message) => ({ ...message, refusals: 0 }))
  const fetched: FetchedMessage[] = []
  for await (const message of transport.fetch(inbox, waiting, maxBytes)) if (message.source) fetched.push(message)
  return fetched
}

/** Servers that send given answers, each to one command, in pieces of a given size. */
const servers: net.Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})
async function saying(answers: readonly (string | Buffer | null)[], pieces = 0): Promise<number> {
  const server = net.createServer((socket) => {
    let at = 0
    const say = async () => {
      const answer = answers[at++]
      if (answer === null) return socket.destroy()
      const bytes = Buffer.from(answer ?? '-ERR nothing more\r\n')
      const size = pieces || bytes.length
      for (let from = 0; from < bytes.length; from += size) {
        socket.write(bytes.subarray(from, from + size))
        if (pieces) await sleep(1)
      }
      return undefined
    }
    socket.on('error', () => {})
    socket.on('data', () => void say())
    void say()
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as net.AddressInfo).port
}

test('messages are fetched unchanged, too large ones with their header only', async () => {
  const nasty = `${mail({ Subject: 'Punkte' }, '.\r\n..\r\n.text\r\nÄ')}`
  await dovecot.deliver('pop@example.test', nasty, mail({ Subject: 'gross' }, 'x'.repeat(50_000)))
  const transport = await openPop3(accessTo(dovecot.pop3))
  const [first, second] = await fetchAll(transport, 10_000)
  expect(first?.source.toString()).toContain(nasty)
  expect(second).toMatchObject({ whole: false })
  expect(second?.source.toString()).toMatch(/Subject: gross\r\n[\s\S]*\r\n\r\n$/)
  await transport.close()
})

test('a message is removed only on the task REMOVE', async () => {
  const transport = await openPop3(accessTo(dovecot.pop3))
  const [first] = await fetchAll(transport)
  await transport.tell(inbox, first?.uid ?? '', 'BIN')
  await transport.tell(inbox, first?.uid ?? '', 'REMOVE')
  await transport.close()
  const again = await openPop3(accessTo(dovecot.pop3))
  expect((await again.folders())[0]?.messages).toBe(1)
  await again.close()
})

test('a wrong password is reported as CREDENTIALS', async () => {
  const error = await openPop3(accessTo(dovecot.pop3, 'pop@example.test', 'falsch')).catch(mailError)
  expect(error).toMatchObject({ fault: 'CREDENTIALS', said: expect.stringContaining('Authentication failed') })
})

const session = (message: string | Buffer | null) => [
  '+OK\r\n',
  '+OK\r\n',
  '+OK\r\n',
  '+OK\r\n1 20\r\n.\r\n',
  '+OK\r\n1 a\r\n.\r\n',
  message,
]

test.each([
  ['A: b\r\n\r\n..x\r\n.\r\n', 'A: b\r\n\r\n.x\r\n'],
  ['.\r\n', ''],
  ['\n..\nx\n.\n', '\r\n.\r\nx\r\n'],
  ['.\r\r\n..\r.\r\na\r\r\n\r.\r\n.\r\n', '\r\r\n.\r.\r\na\r\r\n\r.\r\n'],
])('the end of a message is found in any pieces: %j', async (answer, message) => {
  for (const pieces of [0, 1, 2]) {
    const transport = await openPop3(accessTo(await saying(session(`+OK\r\n${answer}`), pieces)))
    expect((await fetchAll(transport))[0]?.source.toString()).toBe(message)
  }
})

test.each(['\r\n', '..\r\n'])('two million lines of %j need little more memory than their bytes', async (line) => {
  const transport = await openPop3(accessTo(await saying(session(`+OK\r\n${line.repeat(2_000_000)}.\r\n`))))
  const before = process.memoryUsage().heapUsed
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed - before)
  }, 5)
  const [message] = await fetchAll(transport, 10_000_000)
  clearInterval(watch)
  expect(message?.source.length).toBe((line.length === 2 ? 2 : 3) * 2_000_000)
  expect(most).toBeLessThan(100_000_000)
})

test('a message larger than the announced limit is given up', async () => {
  const transport = await openPop3(accessTo(await saying(session(`+OK\r\n${'\r\n'.repeat(200_000)}.\r\n`))))
  await expect(fetchAll(transport, 100_000)).rejects.toMatchObject({ fault: 'PROTOCOL' })
})

test('a connection that ends within a message is an error', async () => {
  const transport = await openPop3(accessTo(await saying(session(null))))
  await expect(fetchAll(transport)).rejects.toMatchObject({ fault: 'DISCONNECTED' })
})

test('messages with repeated or missing ids are told apart', async () => {
  const twice = ['+OK\r\n', '+OK\r\n', '+OK\r\n', '+OK\r\n1 20\r\n2 20\r\n.\r\n', '+OK\r\n1 a\r\n2 a\r\n.\r\n']
  const none = [...twice.slice(0, 4), '-ERR no\r\n', '+OK\r\nA: 1\r\n.\r\n', '+OK\r\nA: 2\r\n.\r\n']
  for (const answers of [twice, none]) {
    const transport = await openPop3(accessTo(await saying(answers)))
    const { all } = await transport.look(inbox, true, async () => {})
    expect(new Set(all).size).toBe(2)
  }
})

test('an unknown host and a closed port are reported', async () => {
  const away = { ...accessTo(1), server: { ...accessTo(1).server, host: 'gibt-es-nicht.invalid' } }
  expect(await openPop3(away).catch(mailError)).toMatchObject({ fault: 'HOST_UNKNOWN' })
  expect(await openPop3(accessTo(1)).catch(mailError)).toMatchObject({ fault: 'REFUSED' })
})
