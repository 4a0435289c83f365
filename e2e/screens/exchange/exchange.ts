import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../server/test/free-port.ts'

const folder = import.meta.dirname
const host = '127.0.0.1'

const hasEnded = (process: ChildProcess) => process.exitCode !== null || process.signalCode !== null
const ended = async (process: ChildProcess) => {
  if (!hasEnded(process)) await once(process, 'exit')
}

/** Starts Kamailio, which connects SIP calls of SIPp and reports each to `address`. */
export async function startExchange(address: string) {
  const [sipPort, phonePort, twinPort] = [await freePort(), await freePort(), await freePort()]
  const data = mkdtempSync(path.join(tmpdir(), 'exchange-'))
  const running = new Set<ChildProcess>()
  const start = (command: string, options: string[]) => {
    const process = spawn(command, options, { cwd: data, stdio: ['ignore', 'ignore', 'pipe'] })
    running.add(process)
    let said = ''
    process.stderr.on('data', (text) => {
      said += text
    })
    /** Throws if the process ended with an error. */
    const check = () => {
      if (hasEnded(process) && process.exitCode !== 0) throw new Error(`${command} ended by itself: ${said}`)
    }
    return { process, check }
  }
  const words = { ADDRESS: address, PHONE_PORT: phonePort }
  const kamailio = start('kamailio', [
    ...['-f', path.join(folder, 'kamailio.cfg'), '-l', `udp:${host}:${sipPort}`, '-DD', '-E', '-Y', data, '-w', data],
    ...Object.entries(words).map(([word, text]) => `--substdef=!${word}!${text}!g`),
  ])
  await answers(sipPort, kamailio.check)
  const sipp = (scenario: string, port: number, ...more: string[]) => {
    const options = ['-sf', path.join(folder, `${scenario}.xml`), '-i', host, '-p', String(port), '-nostdin', '-m', '1']
    return start('sipp', [...options, ...more, '-timeout', '60', '-timeout_error', `${host}:${sipPort}`])
  }
  let calls = 0

  return {
    /** Makes a call to a telephone that follows commands, is busy, or rings until the caller gives up. */
    async call(from: string, to: string, telephone: 'telephone' | 'busy' | 'unheard' = 'telephone') {
      const id = `call-${++calls}`
      const isTold = telephone !== 'busy'
      const called = sipp(telephone, phonePort, ...(isTold ? ['-3pcc', `${host}:${twinPort}`] : []))
      const line = isTold ? await connected(twinPort, called.check) : undefined
      const caller = sipp('caller', await freePort(), '-s', to, '-key', 'from', from, '-cid_str', id)
      const tell = () => line?.write(`Call-ID: ${id}\r\n\r\n\x1b`)
      return {
        /** Answers the call; resolves when the caller knows it, because nobody can hang up before. */
        async answer() {
          tell()
          if (line) await once(line, 'data')
        },
        hangUp: tell,
        giveUp: tell,
        /** Resolves when both ends have hung up. */
        async over() {
          await ended(caller.process)
          caller.check()
          line?.destroy()
          called.process.kill('SIGKILL')
          await ended(called.process)
        },
      }
    },
    async stop() {
      // Kamailio ends its own child processes on SIGTERM; SIPp would wait for the end of its call.
      for (const process of running) process.kill(process === kamailio.process ? 'SIGTERM' : 'SIGKILL')
      await Promise.all([...running].map(ended))
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Sends OPTIONS until the exchange responds; a refusal counts too. */
async function answers(port: number, check: () => void): Promise<void> {
  const socket = createSocket('udp4')
  const answered = new Promise<void>((done) => socket.once('message', () => done()))
  await new Promise<void>((bound) => socket.bind(0, host, bound))
  const via = `${host}:${socket.address().port}`
  const ask =
    `OPTIONS sip:${host}:${port} SIP/2.0\r\nVia: SIP/2.0/UDP ${via};branch=z9hG4bKask\r\nFrom: <sip:a@${via}>;tag=a\r\n` +
    `To: <sip:b@${host}>\r\nCall-ID: ask@${via}\r\nCSeq: 1 OPTIONS\r\nMax-Forwards: 9\r\nContent-Length: 0\r\n\r\n`
  for (let isThere = false; !isThere; ) {
    check()
    socket.send(ask, port, host)
    isThere = await Promise.race([answered.then(() => true), wait(50, false)])
  }
  socket.close()
}

/** Returns the connection that commands a telephone, as soon as the telephone listens. */
async function connected(port: number, check: () => void): Promise<net.Socket> {
  for (;;) {
    check()
    const socket = net.connect(port, host)
    const isOpen = await new Promise<boolean>((done) => {
      socket.once('connect', () => done(true)).once('error', () => done(false))
    })
    if (isOpen) return socket.on('error', () => {})
    await wait(20)
  }
}
