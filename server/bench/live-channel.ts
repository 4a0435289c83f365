import { WebSocket } from 'ws'
import { channel } from '#contract/live'

/** Opens the live channel of the product there for whoever has the cookie; `hear` is given what comes. Answers once it is told what changes. */
export async function openChannel(to: string, cookie: string, hear: (text: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(to.replace('http', 'ws') + channel.path, ['v12.stomp'], { headers: { cookie } })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const ready = new Promise((resolve) =>
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (text.startsWith('RECEIPT')) resolve(0)
      hear(text)
    }),
  )
  socket.send('CONNECT\naccept-version:1.2\nheart-beat:0,0\n\n\0')
  socket.send('SUBSCRIBE\nid:1\ndestination:/user/topic/changes\nreceipt:1\n\n\0')
  socket.send(`SEND\ndestination:${channel.start}\n\n\0`)
  await ready
  return socket
}
