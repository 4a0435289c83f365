import { Client } from '@stomp/stompjs'
import { channel, destinationOf, readSubject, type Subject } from '#contract/live'
import { tab } from '../api/client.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { connection, hasLeft, leaveChannel } from './connection.ts'

interface Hearer {
  /** What others changed. */
  changed(subjects: Subject[]): void
  /** Something may have been missed. */
  missed(): void
  /** The server has said why it ends the connection. */
  failed(sentence: string): void
}

/** Opens the live channel for as long as somebody is signed in; answers what closes it. */
export function openChannel(username: string, hearer: Hearer): () => void {
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
      const { count } = connection.get()
      connection.set({ count: count + 1, isLost: false })
      if (wasConnected) hearer.missed()
      wasConnected = true
    },
    onWebSocketClose: () => connection.set({ ...connection.get(), isLost: !isClosed && !hasLeft() }),
    onStompError: ({ body, headers }) => !hasLeft() && hearer.failed(body || (headers.message ?? '')),
  })

  function hear(body: string) {
    const texts = JSON.parse(body) as string[]
    if (texts.includes('everything')) return hearer.missed()
    const others = texts.filter((text) => !text.endsWith(` by=${tab}`))
    if (others.length > 0) hearer.changed(others.flatMap((text) => readSubject(text) ?? []))
  }

  client.activate()
  // a connection that only seems to live is made anew
  const renewing = setInterval(() => client.forceDisconnect(), channel.renewMs)
  return () => {
    isClosed = true
    clearInterval(renewing)
    connection.set({ ...connection.get(), isLost: false })
    void client.deactivate()
  }
}
