import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { languages } from '#contract/limits'
import { channel } from '#contract/live'
import type { Actors } from '../http/actors.ts'
import type { AppContext } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { isFromHere } from '../http/security.ts'
import type { Connected } from './connected.ts'
import { endSessions } from './end-sessions.ts'
import { openStomp } from './stomp.ts'
import { tellChanges } from './tell-changes.ts'
import { tellNotifications, type Unread } from './tell-notifications.ts'

/** What the channel knows of the slices. */
interface Slices {
  readonly unread: Unread
  /** A tab has lost its connection. */
  left(userId: string, tab: string): Promise<void>
}

/**
 * The live channel at /notifications: tells every signed-in browser what changed, as far as its user may know of it, and
 * ends with the session. Of what changed nothing is kept for who is not there: whoever comes back asks for what is on the
 * screen. Notifications are rows (`unread`): each goes out as it is written, and whoever comes gets those that are unread.
 */
export async function serveLive(
  app: FastifyInstance,
  { services: { config }, database: { listener } }: AppContext,
  actors: Actors,
  { unread, left }: Slices,
): Promise<void> {
  const everybody = new Set<Connected>()
  const changes = tellChanges(everybody)
  const notifications = tellNotifications(everybody, unread)
  const unsubscribe = listener.on('changes', {
    notified(text) {
      notifications.changed(text)
      changes.changed(text)
    },
    // what was told meanwhile is not known here
    connected: (isConnected) => void (isConnected && changes.everythingChanged()),
  })
  const stopEnding = endSessions(everybody, actors)

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
          changes.tellRecent(connected)
          notifications.tellUnread(connected)
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
    stopEnding()
    changes.stop()
    for (const { connection } of [...everybody]) connection.goAway()
  })
}
