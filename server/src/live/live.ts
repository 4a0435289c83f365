import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { type Language, languages } from '#contract/limits'
import { channel, mayHear, readSubject, type Subject, type Topic } from '#contract/live'
import { type Notification, topicOf } from '#contract/together/notifications'
import type { Actors, SignedIn } from '../http/actors.ts'
import type { AppContext } from '../http/context.ts'
import { fail, sentenceOf } from '../http/problem.ts'
import { isFromHere } from '../http/security.ts'
import { openStomp, type StompConnection } from './stomp.ts'

interface Connected {
  readonly connection: StompConnection
  readonly session: Buffer
  user: SignedIn
  /** The tab of the browser, as it names itself. */
  tab?: string | undefined
  language?: Language | undefined
}

/** What the channel knows of the slices. */
interface Slices {
  /** The unread notifications of somebody, or the one with the id. */
  unread(user: SignedIn, id?: string): Promise<Notification[]>
  /** A tab has lost its connection. */
  left(userId: string, tab: string): Promise<void>
}

const notificationTopics = new Set<Topic>(Object.values(topicOf))

/** Changes come in swarms: those of so many milliseconds are told at once. */
const gatherMs = 30
/** More than that in one go, and only the kinds are told. */
const maxGathered = 200
const maxRecent = 1000
const everything = JSON.stringify(['everything'])
/** A session may also end by its age, which nobody tells. */
const ageCheckMs = 1000

/**
 * The live channel at /notifications: tells every signed-in browser what changed, as far as its user may know of it, and
 * ends with the session. Of what changed nothing is kept for who is not there: whoever comes back asks for what is on the
 * screen. Notifications are rows (`unread`): each goes out as it is written, and whoever comes gets those that are unread.
 */
export async function serveLive(
  app: FastifyInstance,
  appContext: AppContext,
  actors: Actors,
  { unread, left }: Slices,
): Promise<void> {
  const { config } = appContext.services
  const { listener } = appContext.database
  const everybody = new Set<Connected>()
  let gathered = new Set<string>()
  let telling: NodeJS.Timeout | undefined

  const send = (topic: Topic, bodyFor: (user: SignedIn) => string | null) => {
    for (const { connection, user } of everybody) {
      const body = connection.isOn(topic) ? bodyFor(user) : null
      if (body) connection.send(topic, body)
    }
  }

  const recent: { text: string; at: number }[] = []
  /** Of the last one that had no room there. */
  let forgottenAt = Number.NEGATIVE_INFINITY

  function tell() {
    telling = undefined
    const told = [...gathered]
    gathered = new Set()
    send('changes', bodyOf(told))
  }

  function bodyOf(told: readonly string[]): (user: SignedIn) => string | null {
    const texts = told.length > maxGathered ? [...new Set(told.map((text) => text.split(' ', 1)[0] ?? ''))] : told
    const subjects = texts.flatMap((text) => {
      const subject = readSubject(text)
      return subject ? [{ text, subject }] : []
    })
    return ({ id, permissions }) => {
      const heard = subjects.filter(({ subject }) => mayHear(subject, id, permissions)).map(({ text }) => text)
      return heard.length > 0 ? JSON.stringify(heard) : null
    }
  }

  function tellRecent({ connection, user }: Connected): void {
    const since = Date.now() - channel.recentMs
    const told = recent.filter(({ at }) => at > since).map(({ text }) => text)
    const body = forgottenAt > since ? everything : bodyOf([...new Set(told)])(user)
    if (body && connection.isOn('changes')) connection.send('changes', body)
  }

  /** A notification to all sockets of its person; with `among` to that one alone, and all that are unread. */
  async function notify(userId: string, id?: string, among: Iterable<Connected> = everybody): Promise<void> {
    const own = [...among].filter(
      ({ user, connection }) => user.id === userId && connection.isOnAny(notificationTopics),
    )
    const [first] = own
    if (!first) return
    const found = await unread(first.user, id)
    // the oldest first, as they came
    for (const notification of found.toReversed()) {
      const topic = topicOf[notification.notificationType]
      for (const { connection } of own) connection.send(topic, JSON.stringify(notification))
    }
  }

  function notifyOf(subject: Subject | null): void {
    if (subject?.kind !== 'notification' || !subject.user || !subject.notification) return
    // the database is away: whoever comes back gets what is unread
    notify(subject.user, subject.notification).catch(() => {})
  }

  const unsubscribe = listener.on('changes', {
    notified(text) {
      if (text.startsWith('notification ')) notifyOf(readSubject(text))
      recent.push({ text, at: Date.now() })
      if (recent.length > maxRecent) forgottenAt = recent.splice(0, maxRecent / 2).at(-1)?.at ?? forgottenAt
      if (everybody.size === 0) return
      gathered.add(text)
      telling ??= setTimeout(tell, gatherMs)
    },
    // what was told meanwhile is not known here: every browser asks again
    connected(isConnected) {
      if (isConnected) send('changes', () => everything)
    },
  })

  const end = ({ connection, language }: Connected) =>
    connection.fail(sentenceOf(language ?? 'DE', 'problem', 'UNAUTHENTICATED'))

  let isChecking = false
  let isDue = false
  /** Whoever is connected still may be, and has the rights that they have now. */
  function check(): void {
    isDue = true
    if (isChecking) return
    isChecking = true
    void checkAll()
      // the database is away: it tells when it is back
      .catch(() => {})
      .finally(() => {
        isChecking = false
      })
  }
  async function checkAll(): Promise<void> {
    while (isDue) {
      isDue = false
      // the tabs of a browser share their session
      for (const [, those] of Map.groupBy(everybody, ({ session }) => session.toString('hex'))) {
        const [first] = those
        const user = first && (await actors.ofSession(first.session))
        for (const one of those) {
          if (user) one.user = user
          else end(one)
        }
      }
    }
  }

  async function endAged(): Promise<void> {
    if (everybody.size === 0) return
    // whoever comes while the answer is on its way was not asked for
    const those = [...everybody]
    const lasting = await actors.lasting(those.map(({ session }) => session))
    for (const one of those) if (!lasting.has(one.session.toString('hex'))) end(one)
  }
  const unchanged = actors.onChange(check)
  const ageing = setInterval(() => void endAged().catch(() => {}), ageCheckMs)

  await app.register(websocket, {
    options: {
      maxPayload: channel.maxFrameBytes,
      handleProtocols: (offered: Set<string>) =>
        ['v12.stomp', 'v11.stomp', 'v10.stomp'].find((known) => offered.has(known)) ?? false,
    },
  })
  const hasEnough = (userId: string) =>
    [...everybody].filter(({ user }) => user.id === userId).length >= channel.maxSocketsOfUser
  const preValidation = async (request: FastifyRequest) => {
    if (!isFromHere(request, config)) fail('FOREIGN_ORIGIN')
    const actor = await actors.of(request)
    if (actor.id === null) return fail('UNAUTHENTICATED')
    if (actor.secondFactorMissing) fail('SECOND_FACTOR_SETUP_REQUIRED')
    if (hasEnough(actor.id)) fail('TOO_MANY_ATTEMPTS', { retryAfter: 60 })
  }
  app.get(channel.path, { websocket: true, preValidation }, async (socket: WebSocket, request) => {
    // what comes before it is known who this is waits in the socket
    socket.pause()
    const { id, sessionHash: session, ...rest } = await actors.of(request)
    // of many at once, all were let in before the first was there
    if (id === null || session === null || hasEnough(id)) return socket.terminate()
    const connected: Connected = {
      session,
      user: { ...rest, id },
      connection: openStomp(socket, {
        started({ tab, language }) {
          connected.tab = tab
          connected.language = languages.find((known) => known === language)
          tellRecent(connected)
          notify(connected.user.id, undefined, [connected]).catch(() => {})
        },
        closed() {
          everybody.delete(connected)
          // the database is away: what the tab said lapses by itself
          if (connected.tab) left(connected.user.id, connected.tab).catch(() => {})
        },
      }),
    }
    everybody.add(connected)
    socket.resume()
  })

  app.addHook('preClose', async () => {
    unsubscribe()
    unchanged()
    clearInterval(ageing)
    clearTimeout(telling)
    for (const { connection } of [...everybody]) connection.goAway()
  })
}
