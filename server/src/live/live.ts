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

/** Functions of the slices that the channel calls. */
interface Slices {
  readonly unread: Unread
  /** Called when a tab has lost its connection. */
  left(userId: string, tab: string): Promise<void>
}

/**
 * Serves the live channel at /notifications. It tells every signed-in browser what changed, as far as its user may
 * know, and closes when the session ends. Changes are not kept for clients that are away: after a reconnection they
 * reload what their screen shows. Notifications are rows (`unread`): each is sent as it is written, and a new
 * connection gets all that are unread.
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
    // changes during the lost connection to the database are unknown
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
    // frames wait in the socket until the user is known
    socket.pause()
    const { id, sessionHash: session, ...rest } = await actors.of(request)
    // many connections may pass the first check before one of them is added
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
          // the database is away: the tab's presence expires by itself
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
