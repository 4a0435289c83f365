import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface Received {
  readonly from: string
  readonly to: string[]
  readonly raw: string
}

interface Behaviour {
  /** Reply to a recipient such as `550 5.1.1 unknown`, or nothing to accept it. */
  recipient?: (address: string) => string | undefined
  sender?: () => string | undefined
  /** Reply to the content; `drop` cuts the connection after the content without a reply. */
  content?: (raw: string) => string | 'drop' | undefined
  /** Whether the user may sign in, or the reply instead. */
  signIn?: (user: string, password: string) => boolean | string
  /** Whether an XOAUTH2 token is valid; without this function only passwords are accepted. */
  token?: (user: string, token: string) => boolean
}

/** Delays before replies in milliseconds; `asked` is called at the start of each. */
interface Slowness {
  recipient?: number
  content?: number
  asked?: () => void
}

/** Starts a real SMTP server that accepts everything, or behaves as the test says. */
export async function startSmtp() {
  const received: Received[] = []
  const server: { behaviour: Behaviour; slow: Slowness } = { behaviour: {}, slow: {} }
  const think = (ms = 0, then: () => void) => {
    if (ms === 0) return then()
    server.slow.asked?.()
    setTimeout(then, ms).unref()
  }
  const refusal = (reply: string | undefined) => {
    if (!reply) return null
    return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })
  }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    onAuth({ method, username, password, accessToken }, _session, done) {
      const { signIn, token } = server.behaviour
      if (method === 'XOAUTH2') {
        const good = token?.(username ?? '', accessToken ?? '') ?? false
        return done(null, good ? { user: username ?? '' } : { data: { status: '400', schemes: 'Bearer' } })
      }
      const answer = signIn?.(username ?? '', password ?? '') ?? true
      return done(answer === true ? null : refusal(answer || '535 wrong password'), { user: username ?? '' })
    },
    onMailFrom: (_address, _session, done) => done(refusal(server.behaviour.sender?.())),
    onRcptTo: ({ address }, _session, done) =>
      think(server.slow.recipient, () => done(refusal(server.behaviour.recipient?.(address)))),
    onData(stream, session, done) {
      const take = (bytes: Buffer) => {
        const raw = bytes.toString('latin1')
        const answer = server.behaviour.content?.(raw)
        const { mailFrom, rcptTo } = session.envelope
        const keep = () =>
          received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw })
        if (answer === 'drop') {
          keep()
          for (const connection of smtp.connections) connection._socket.destroy()
          return
        }
        if (!answer) keep()
        think(server.slow.content, () => done(refusal(answer)))
      }
      // Interrupted messages are not kept.
      buffer(stream).then(take, () => {})
    },
  })
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = () => new Promise<void>((resolve) => smtp.close(() => resolve()))
  /** Sets the announced message size limit in bytes; 0 announces none. */
  const limit = (bytes: number) => void Object.assign(smtp.options, { size: bytes })
  return Object.assign(server, { port, received, stop, limit })
}
