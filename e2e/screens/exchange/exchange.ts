import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const folder = import.meta.dirname
const host = '127.0.0.1'

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((bound) => socket.bind(0, host, bound))
  const { port } = socket.address()
  await new Promise<void>((closed) => socket.close(closed))
  return port
}

const ended = (process: ChildProcess) =>
  process.exitCode === null && process.signalCode === null
    ? new Promise<void>((done) => process.once('exit', () => done()))
    : Promise.resolve()

/** Kamailio, which connects SIP calls of SIPp and tells `address` of each; at `quiet` it rings for a second and a half. */
export async function startExchange(address: string, quiet: string) {
  const [sipPort, phonePort, twinPort] = [await freePort(), await freePort(), await freePort()]
  const data = mkdtempSync(path.join(tmpdir(), 'exchange-'))
  const words = { ADDRESS: address, PHONE_PORT: phonePort, QUIET: quiet }
  const kamailio = spawn('kamailio', [
    ...['-f', path.join(folder, 'kamailio.cfg'), '-l', `udp:${host}:${sipPort}`, '-DD', '-E', '-Y', data, '-w', data],
    ...Object.entries(words).map(([word, text]) => `--substdef=!${word}!${text}!g`),
  ])
  let said = ''
  kamailio.stderr.on('data', (text) => {
    said += text
  })
  await answers(sipPort, () => {
    if (kamailio.exitCode !== null) throw new Error(`the exchange did not start: ${said}`)
  })
  const running = new Set<ChildProcess>()
  const sipp = (scenario: string, port: number, ...more: string[]) => {
    const options = ['-sf', path.join(folder, `${scenario}.xml`), '-i', host, '-p', String(port), '-nostdin', '-m', '1']
    const process = spawn('sipp', [...options, ...more, `${host}:${sipPort}`], { cwd: data, stdio: 'ignore' })
    running.add(process)
    return process
  }
  let calls = 0

  return {
    /** One call from start to end, by a telephone that does as it is told, or is in use. */
    async call(from: string, to: string, telephone: 'telephone' | 'busy' = 'telephone') {
      const id = `call-${++calls}`
      const isTold = telephone === 'telephone'
      const called = sipp(telephone, phonePort, ...(isTold ? ['-3pcc', `${host}:${twinPort}`] : []))
      const line = isTold ? await connected(twinPort) : undefined
      const caller = sipp('caller', await freePort(), '-s', to, '-key', 'from', from, '-cid_str', id)
      const tell = () => line?.write(`Call-ID: ${id}\r\n\r\n\x1b`)
      return {
        answer: tell,
        hangUp: tell,
        /** Until both ends have hung up. */
        async over() {
          await ended(caller)
          line?.destroy()
          called.kill('SIGKILL')
          await ended(called)
        },
      }
    },
    async stop() {
      for (const process of running) process.kill('SIGKILL')
      kamailio.kill()
      await Promise.all([kamailio, ...running].map(ended))
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Asks until the exchange refuses the question. */
async function answers(port: number, look: () => void): Promise<void> {
  const socket = createSocket('udp4')
  const answered = new Promise<void>((done) => socket.once('message', () => done()))
  await new Promise<void>((bound) => socket.bind(0, host, bound))
  const via = `${host}:${socket.address().port}`
  const ask =
    `OPTIONS sip:${host}:${port} SIP/2.0\r\nVia: SIP/2.0/UDP ${via};branch=z9hG4bKask\r\nFrom: <sip:a@${via}>;tag=a\r\n` +
    `To: <sip:b@${host}>\r\nCall-ID: ask@${via}\r\nCSeq: 1 OPTIONS\r\nMax-Forwards: 9\r\nContent-Length: 0\r\n\r\n`
  for (let isThere = false; !isThere; ) {
    look()
    socket.send(ask, port, host)
    isThere = await Promise.race([answered.then(() => true), wait(50, false)])
  }
  socket.close()
}

/** The line by which a telephone is told what to do, as soon as it listens. */
async function connected(port: number): Promise<net.Socket> {
  for (;;) {
    const socket = net.connect(port, host)
    const isOpen = await new Promise<boolean>((done) => {
      socket.once('connect', () => done(true)).once('error', () => done(false))
    })
    if (isOpen) return socket.on('error', () => {})
    await wait(20)
  }
}
