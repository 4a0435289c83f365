import { Client } from '@stomp/stompjs'
import { channel, destinationOf, readSubject, type Subject } from '#contract/live'
import { tab } from '../api/client.ts'
import { hasLost } from '../api/lost.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { connection, hasLeft, leaveChannel, setLost } from './connection.ts'

interface Hearer {
  /** Others changed these subjects, or this tab did and its answer was lost. */
  changed(subjects: Subject[]): void
  /** Changes may have been missed. */
  missed(): void
  /** The server ends the connection for this reason. */
  failed(sentence: string): void
}

/** Opens the live channel of a user whose first reads began at `readsSince`; returns a function that closes it. */
export function openChannel(username: string, readsSince: number, hearer: Hearer): () => void {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
  let wasConnected = false
  let isClosed = false
  leaveChannel(false)
  const client = new Client({
    brokerURL: `${scheme}://${window.location.host}${channel.path}`,
    reconnectDelay: channel.reconnectMs,
    heartbeatIncoming: channel.heartbeatMs,
    heartbeatOutgoing: channel.heartbeatMs,
    onConnect() {
      client.subscribe(destinationOf('changes'), ({ body }) => hear(body))
      client.publish({ destination: channel.start, headers: { userName: username, tab, language: currentLanguage() } })
      connection.set({ count: connection.get().count + 1, lostAt: null })
      // the server sends recent changes, but none from longer ago
      if (wasConnected || Date.now() - readsSince > channel.recentMs / 2) hearer.missed()
      wasConnected = true
    },
    onWebSocketClose: () => setLost(!isClosed && !hasLeft()),
    onStompError: ({ body, headers }) => !hasLeft() && hearer.failed(body || (headers.message ?? '')),
  })

  function hear(body: string) {
    const texts = JSON.parse(body) as string[]
    if (texts.includes('everything')) return hearer.missed()
    const unknown = texts.filter((text) => hasLost() || !text.endsWith(` by=${tab}`))
    if (unknown.length > 0) hearer.changed(unknown.flatMap((text) => readSubject(text) ?? []))
  }

  // the browser reports network changes before the channel notices
  const away = () => setLost(true)
  const back = () => client.forceDisconnect()
  window.addEventListener('offline', away)
  window.addEventListener('online', back)
  client.activate()
  // a connection may be dead without an error, so it is renewed
  const renewing = setInterval(() => client.forceDisconnect(), channel.renewMs)
  return () => {
    isClosed = true
    clearInterval(renewing)
    window.removeEventListener('offline', away)
    window.removeEventListener('online', back)
    setLost(false)
    void client.deactivate()
  }
}
