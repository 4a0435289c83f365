import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** Answers a line of the client; null ends the connection. */
type Talk = (line: string) => Promise<string | null>

export interface DemoMailServer {
  readonly pop3: number
  readonly smtp: number
  stop(): Promise<void>
}

/**
 * Starts the demo's own mail server on this machine: it passes messages received by SMTP to `sent`, and serves the
 * messages in the folder by POP3 to everybody.
 */
export async function startDemoMailServer(
  folder: string,
  sent: (recipients: readonly string[], message: Buffer) => Promise<void>,
): Promise<DemoMailServer> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const servers = [await listen(() => pop3(folder)), await listen(() => smtp(sent))]
  const [incoming, outgoing] = servers.map((server) => (server.address() as net.AddressInfo).port)
  return {
    pop3: incoming ?? 0,
    smtp: outgoing ?? 0,
    async stop() {
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
    },
  }
}

/** Puts a message into the folder, completely or not at all. */
export async function putDemoMail(folder: string, name: string, message: string | Buffer): Promise<void> {
  const unfinished = path.join(folder, `${randomUUID()}.part`)
  await writeFile(unfinished, message)
  await rename(unfinished, path.join(folder, `${name}.eml`))
}

async function listen(begin: () => { greeting: string; talk: Talk }): Promise<net.Server> {
  const server = net.createServer((socket) => {
    const { greeting, talk } = begin()
    socket.on('error', () => {})
    // An open connection must not keep the process running.
    socket.unref()
    socket.write(greeting)
    void (async () => {
      for await (const line of createInterface({ input: socket.setEncoding('latin1') })) {
        const answer = await talk(line)
        if (answer === null) break
        if (answer) socket.write(answer, 'latin1')
      }
      socket.end()
    })().catch(() => socket.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.unref()
  return server
}

function pop3(folder: string): { greeting: string; talk: Talk } {
  let names: string[] = []
  const gone = new Set<string>()
  const nameAt = (number: string | undefined) => names[Number(number) - 1]
  const content = async (name: string) => (await readFile(path.join(folder, name))).toString('latin1')
  const list = async (of: (name: string) => Promise<string>) => {
    const lines = await Promise.all(names.map(async (name, at) => `${at + 1} ${await of(name)}\r\n`))
    return `+OK\r\n${lines.join('')}.\r\n`
  }
  const talk: Talk = async (line) => {
    const [command = '', first] = line.trim().split(/\s+/)
    switch (command.toUpperCase()) {
      case 'PASS':
        names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
        return '+OK\r\n'
      case 'LIST':
        return list(async (name) => String((await stat(path.join(folder, name))).size))
      case 'UIDL':
        return list(async (name) => path.basename(name, '.eml'))
      case 'RETR':
      case 'TOP': {
        const name = nameAt(first)
        if (!name) return '-ERR no such message\r\n'
        const text = await content(name)
        const shown = command.toUpperCase() === 'TOP' ? `${text.split('\r\n\r\n')[0]}\r\n\r\n` : text
        return `+OK\r\n${shown.replace(/^\./gm, '..').replace(/(\r\n)?$/, '\r\n')}.\r\n`
      }
      case 'DELE': {
        const name = nameAt(first)
        if (name) gone.add(name)
        return '+OK\r\n'
      }
      case 'QUIT':
        for (const name of gone) await rm(path.join(folder, name), { force: true })
        return null
      default:
        return '+OK\r\n'
    }
  }
  return { greeting: '+OK demo\r\n', talk }
}

function smtp(sent: (recipients: readonly string[], message: Buffer) => Promise<void>): {
  greeting: string
  talk: Talk
} {
  let recipients: string[] = []
  let lines: string[] | null = null
  const talk: Talk = async (line) => {
    if (lines) {
      if (line !== '.') {
        lines.push(line.replace(/^\./, ''))
        return ''
      }
      const message = Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
      const to = recipients
      lines = null
      recipients = []
      await sent(to, message)
      return '250 taken\r\n'
    }
    const [command = ''] = line.split(/[\s:]/)
    switch (command.toUpperCase()) {
      case 'EHLO':
        return '250-demo\r\n250-8BITMIME\r\n250 SIZE 100000000\r\n'
      case 'RCPT':
        recipients.push(/<([^>]*)>/.exec(line)?.[1] ?? '')
        return '250 ok\r\n'
      case 'DATA':
        lines = []
        return '354 go on\r\n'
      case 'RSET':
        recipients = []
        return '250 ok\r\n'
      case 'QUIT':
        return null
      default:
        return '250 ok\r\n'
    }
  }
  return { greeting: '220 demo\r\n', talk }
}
