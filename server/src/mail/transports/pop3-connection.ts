import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { callable } from './callable.ts'
import { carriageReturn, DottedLines, lineFeed } from './dotted-lines.ts'
import { MailError, mailError } from './faults.ts'
import { giveUpMs, type ServerAccess } from './transport.ts'

const silenceMs = 60_000
const mostLine = 64 * 1024

/** What the server refused to do; the connection goes on. */
export class Pop3Refusal extends MailError {}

/** A POP3 connection (RFC 1939): one command at a time; a timeout and a closed connection are errors. */
export class Pop3Connection {
  #socket: net.Socket
  #received: Buffer[] = []
  #error: MailError | null = null
  #wake: (() => void) | null = null

  private constructor(socket: net.Socket, giveUp: number) {
    this.#socket = socket
    this.#listen(giveUp)
  }

  static async open({ server, trusted, giveUp = giveUpMs }: ServerAccess): Promise<Pop3Connection> {
    const { host, port, security } = server
    await callable(host)
    const address = { host, port, ...(trusted ? { ca: trusted } : {}) }
    const secure = { ...address, ...(net.isIP(host) ? {} : { servername: host }) }
    const socket = security === 'TLS' ? tls.connect(secure) : net.connect(address)
    await connected(socket, security === 'TLS' ? 'secureConnect' : 'connect', giveUp)
    const connection = new Pop3Connection(socket, giveUp)
    await connection.#answer()
    if (security === 'STARTTLS') await connection.#startTls(secure, giveUp)
    return connection
  }

  /** Sends a command and returns the line after +OK. Errors: MailError with what the server said. */
  async ask(command: string): Promise<string> {
    this.#write(command)
    return this.#answer()
  }

  /** Sends a command and returns the lines after +OK without dot stuffing, up to `mostBytes`. */
  async askForLines(command: string, mostBytes = Number.POSITIVE_INFINITY): Promise<Buffer> {
    await this.ask(command)
    const lines = new DottedLines()
    for (;;) {
      const rest = lines.add(await this.#chunk())
      if (lines.size > mostBytes) throw new MailError('PROTOCOL', 'the message is larger than the server said')
      if (!rest) continue
      this.#putBack(rest)
      return lines.bytes()
    }
  }

  /** Sends a command and the answer to the server's challenge, for a sign-in. */
  async askTwice(command: string, answer: string): Promise<string> {
    this.#write(command)
    const first = (await this.#line()).toString('latin1')
    if (!first.startsWith('+ ') && first.trim() !== '+') return said(first)
    this.#write(answer)
    return this.#answer()
  }

  /** Raises the timeout: after the sign-in the server may take longer to answer. */
  signedIn(): void {
    this.#socket.setTimeout(silenceMs)
  }

  async close(): Promise<void> {
    // Messages that were marked with DELE are removed when QUIT is answered.
    if (!this.#error) await this.ask('QUIT').catch(() => {})
    this.abandon()
  }

  abandon(): void {
    this.#socket.destroy()
  }

  async #startTls(options: tls.ConnectionOptions, giveUp: number): Promise<void> {
    try {
      await this.ask('STLS')
    } catch (error) {
      throw new MailError('NO_STARTTLS', mailError(error).said)
    }
    // Plain text after the answer may have been injected by a man in the middle.
    if (this.#received.length > 0) throw new MailError('PROTOCOL', 'data before the encryption began')
    this.#socket.removeAllListeners()
    this.#socket = tls.connect({ ...options, socket: this.#socket })
    await connected(this.#socket, 'secureConnect', giveUp)
    this.#listen(giveUp)
  }

  #listen(giveUp: number): void {
    const end = (error?: Error) => {
      this.#error ??= error ? mailError(error) : new MailError('DISCONNECTED')
      this.#wake?.()
    }
    this.#socket.setTimeout(giveUp)
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received.push(chunk)
      this.#wake?.()
    })
    this.#socket.on('error', end)
    this.#socket.on('close', () => end())
    this.#socket.on('timeout', () => {
      end(new MailError('TIMEOUT'))
      this.#socket.destroy()
    })
  }

  #write(command: string): void {
    if (/[\r\n]/.test(command)) throw new MailError('PROTOCOL', 'a command of several lines')
    if (this.#error) throw this.#error
    this.#socket.write(`${command}\r\n`)
  }

  async #answer(): Promise<string> {
    return said((await this.#line()).toString('utf8'))
  }

  /** Returns the next line without its end; it may arrive in chunks of any size. */
  async #line(): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (;;) {
      const chunk = await this.#chunk()
      const end = chunk.indexOf(lineFeed)
      pieces.push(end < 0 ? chunk : chunk.subarray(0, end))
      if (end < 0) continue
      this.#putBack(chunk.subarray(end + 1))
      const line = Buffer.concat(pieces)
      return line.at(-1) === carriageReturn ? line.subarray(0, -1) : line
    }
  }

  /** Returns the next chunk; chunks received before an error are returned first. */
  async #chunk(): Promise<Buffer> {
    for (;;) {
      const chunk = this.#received.shift()
      if (chunk) return chunk
      if (this.#error) throw this.#error
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
      this.#wake = null
    }
  }

  #putBack(rest: Buffer): void {
    if (rest.length > 0) this.#received.unshift(rest)
  }
}

async function connected(socket: net.Socket, event: string, giveUp: number): Promise<void> {
  try {
    await once(socket, event, { signal: AbortSignal.timeout(giveUp) })
  } catch (error) {
    socket.destroy()
    throw (error as Error).name === 'AbortError' ? new MailError('TIMEOUT') : mailError(error)
  }
}

function said(line: string): string {
  if (/^\+OK/i.test(line)) return line.slice(3).trim().slice(0, mostLine)
  if (/^-ERR/i.test(line)) throw new Pop3Refusal('PROTOCOL', line.replace(/^-ERR\s*/i, ''))
  throw new MailError('PROTOCOL', line)
}
