import { Client } from '@stomp/stompjs'
import { channel, destinationOf, readSubject, type Subject } from '#contract/live'
import { tab } from '../api/client.ts'

interface Hearer {
  /** What others changed. */
  changed(subjects: Subject[]): void
  /** Something may have been missed. */
  missed(): void
}

/** Opens the live channel for as long as somebody is signed in; answers what closes it. */
export function openChannel(username: string, hearer: Hearer): () => void {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
  let wasConnected = false
  const client = new Client({
    brokerURL: `${scheme}://${window.location.host}${channel.path}`,
    reconnectDelay: channel.reconnectMs,
    heartbeatIncoming: channel.heartbeatMs,
    heartbeatOutgoing: channel.heartbeatMs,
    onConnect() {
      client.subscribe(destinationOf('changes'), ({ body }) => hear(body))
      client.publish({ destination: channel.start, headers: { userName: username } })
      if (wasConnected) hearer.missed()
      wasConnected = true
    },
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
    clearInterval(renewing)
    void client.deactivate()
  }
}
