import { FrameImpl, type IFrame, Parser } from '@stomp/stompjs'
import type { WebSocket } from 'ws'
import { channel, destinationOf, type Topic, topics } from '#contract/live'

/** A STOMP connection of a known user. */
export interface StompConnection {
  /** Sends a message to each subscription of this connection on the topic. */
  send(topic: Topic, body: string): void
  isOn(topic: Topic): boolean
  isOnAny(topics: ReadonlySet<Topic>): boolean
  /** Ends the connection with an ERROR frame that holds the sentence. */
  fail(sentence: string): void
  /** Closes the connection because the server stops; the client reconnects, perhaps to another server. */
  goAway(): void
}

interface Events {
  /** Called once, for the first SEND to the start destination. */
  started?(headers: Readonly<Record<string, string | undefined>>): void
  closed(): void
}

/** Milliseconds within which a client must send CONNECT. */
const patienceMs = 10_000

/**
 * Speaks STOMP over a socket: CONNECT, SUBSCRIBE to user topics, SEND to /swns/start, heartbeats. Anything else,
 * invalid or too large frames, or silence ends the connection.
 */
export function openStomp(socket: WebSocket, events: Events): StompConnection {
  const subscriptions = new Map<string, Topic>()
  let isConnected = false
  let hasStarted = false
  let isOver = false
  let unfinished = 0
  let heardAt = Date.now()
  let sent = 0
  const timers: NodeJS.Timeout[] = [setTimeout(() => !isConnected && fail('No CONNECT frame came.'), patienceMs)]

  const parser = new Parser(
    (raw) => {
      unfinished = 0
      take(FrameImpl.fromRawFrame(raw, isConnected))
    },
    () => {
      unfinished = 0
    },
  )

  function write(command: string, headers: Record<string, string>, body = '') {
    if (isOver) return
    // a client that reads too slowly is cut off, and reloads everything when it reconnects
    if (socket.bufferedAmount > channel.maxUnsentBytes) return end()
    socket.send(FrameImpl.marshall({ command, headers, body, escapeHeaderValues: command !== 'CONNECTED' }))
  }

  function end() {
    if (isOver) return
    isOver = true
    for (const timer of timers) clearTimeout(timer)
    socket.terminate()
    events.closed()
  }

  function fail(sentence: string) {
    write('ERROR', { message: sentence, 'content-type': 'text/plain' }, sentence)
    close(1002)
  }

  function close(code: number) {
    if (isOver) return
    isOver = true
    for (const timer of timers) clearTimeout(timer)
    socket.close(code)
    setTimeout(() => socket.terminate(), 1000).unref()
    events.closed()
  }

  function take({ command, headers }: IFrame) {
    if (isOver) return
    if (command === 'CONNECT' || command === 'STOMP') return connect(headers)
    if (!isConnected) return fail('The first frame must be CONNECT.')
    if (command === 'SUBSCRIBE') subscribe(headers)
    else if (command === 'UNSUBSCRIBE') subscriptions.delete(headers.id ?? '')
    else if (command === 'SEND' && headers.destination === channel.start) start(headers)
    else if (command === 'SEND') return fail(`Nothing can be sent to ${headers.destination}.`)
    else if (!['ACK', 'NACK', 'DISCONNECT'].includes(command)) return fail(`The command ${command} is not known here.`)
    if (headers.receipt) write('RECEIPT', { 'receipt-id': headers.receipt })
    if (command === 'DISCONNECT') socket.close(1000)
  }

  function connect(headers: Record<string, string>) {
    const versions = (headers['accept-version'] ?? '1.0').split(',').map((version) => version.trim())
    const version = ['1.2', '1.1', '1.0'].find((known) => versions.includes(known))
    if (!version) return fail('STOMP 1.0, 1.1 and 1.2 are spoken here.')
    if (isConnected) return fail('A connection begins once.')
    isConnected = true
    write('CONNECTED', { version, server: 'glut', 'heart-beat': `${channel.heartbeatMs},${channel.heartbeatMs}` })
    const [promised = 0, wanted = 0] = (headers['heart-beat'] ?? '0,0').split(',').map(Number)
    if (wanted > 0) timers.push(setInterval(() => !isOver && socket.send('\n'), Math.max(wanted, channel.heartbeatMs)))
    if (promised > 0) {
      const silence = 2.5 * Math.max(promised, channel.heartbeatMs)
      timers.push(setInterval(() => Date.now() - heardAt > silence && end(), channel.heartbeatMs / 2))
    }
  }

  function start(headers: Record<string, string>) {
    if (hasStarted) return
    hasStarted = true
    events.started?.(headers)
  }

  function subscribe({ id = '', destination = '' }: Record<string, string>) {
    const topic = topics.find((known) => destinationOf(known) === destination)
    if (!topic) return fail(`There is no topic ${destination} for you.`)
    if (!id || subscriptions.size >= channel.maxSubscriptions) return fail('Too many subscriptions, or one without id.')
    subscriptions.set(id, topic)
  }

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    heardAt = Date.now()
    if (isOver) return
    unfinished += data.length
    try {
      parser.parseChunk(isBinary ? new Uint8Array(data).buffer : data.toString())
    } catch {
      return fail('That is no STOMP frame.')
    }
    if (unfinished > channel.maxFrameBytes) fail('The frame is too large.')
  })
  socket.on('close', () => {
    if (isOver) return
    isOver = true
    for (const timer of timers) clearTimeout(timer)
    events.closed()
  })
  socket.on('error', end)

  return {
    send(topic, body) {
      for (const [subscription, its] of subscriptions) {
        if (its !== topic) continue
        const headers = { subscription, 'message-id': `${++sent}`, destination: destinationOf(topic) }
        write('MESSAGE', { ...headers, 'content-type': 'application/json' }, body)
      }
    },
    isOn: (topic) => [...subscriptions.values()].includes(topic),
    isOnAny: (among) => [...subscriptions.values()].some((topic) => among.has(topic)),
    fail,
    goAway: () => close(1001),
  }
}
