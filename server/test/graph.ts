import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

interface Stored {
  readonly id: string
  folder: string
  source: string
  isRead: boolean
  receivedDateTime: string
  /** Counts up with every change, so that a delta knows what is new. */
  change: number
}

type Fault = (request: http.IncomingMessage, response: http.ServerResponse) => boolean

/** A stand-in for Microsoft 365 that knows one mailbox and fails when it is told to. */
export interface GraphStandIn {
  readonly url: URL
  readonly secret: string
  readonly requests: string[]
  readonly messages: Stored[]
  add(source: string, folder?: string): Stored
  remove(id: string): void
  /** Takes the next request that it says true to. */
  fault: Fault
  /** No token that was given out is any good from now on. */
  revoke(): void
  /** Whether a token is good, for a server that asks about it. */
  introspection: string
}

const folders = [
  { id: 'f-inbox', name: 'inbox', displayName: 'Posteingang' },
  { id: 'f-sent', name: 'sentitems', displayName: 'Gesendete Elemente' },
  { id: 'f-bin', name: 'deleteditems', displayName: 'Gelöschte Elemente' },
]
const pageSize = 2

export async function graphStandIn(user = 'info@example.test'): Promise<GraphStandIn> {
  let tokens = new Set<string>()
  let changes = 0
  const removed: { id: string; folder: string; change: number }[] = []
  const standIn: GraphStandIn = {
    url: new URL('http://127.0.0.1'),
    secret: 'app-secret',
    requests: [],
    messages: [],
    introspection: '',
    fault: () => false,
    add(source, folder = 'f-inbox') {
      const receivedDateTime = new Date().toISOString()
      const message = { id: randomUUID(), folder, source, isRead: false, receivedDateTime, change: ++changes }
      standIn.messages.push(message)
      return message
    },
    remove(id) {
      const at = standIn.messages.findIndex((one) => one.id === id)
      const [gone] = standIn.messages.splice(at, 1)
      if (gone) removed.push({ id, folder: gone.folder, change: ++changes })
    },
    revoke: () => {
      tokens = new Set()
    },
  }

  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '', standIn.url)
    standIn.requests.push(`${request.method} ${url.pathname}${url.search}`)
    if (standIn.fault(request, response)) return
    const body = (await buffer(request)).toString()
    const say = (status: number, answer?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(answer && JSON.stringify(answer))
    const refuse = (status: number, code: string) => say(status, { error: { code, message: `${code} happened` } })
    if (url.pathname.endsWith('/oauth2/v2.0/token')) return giveToken(new URLSearchParams(body), say)
    if (url.pathname === '/introspect') {
      const active = tokens.has(new URLSearchParams(body).get('token') ?? '')
      return say(200, { active, username: user })
    }
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', '')))
      return refuse(401, 'InvalidAuthenticationToken')
    if (request.headers.prefer !== 'IdType="ImmutableId"') return refuse(400, 'NoImmutableIds')
    const own = `/v1.0/users/${encodeURIComponent(user)}/`
    if (!url.pathname.startsWith(own)) return refuse(404, 'ErrorInvalidUser')
    answer(url, url.pathname.slice(own.length).split('/').map(decodeURIComponent), body)

    function answer(asked: URL, [kind, id, what, more]: string[], sent: string): unknown {
      if (kind === 'mailFolders' && !id)
        return say(200, { value: folders.map((one) => ({ ...one, totalItemCount: 0, childFolderCount: 0 })) })
      if (kind === 'mailFolders' && what === 'messages' && more === 'delta') return delta(asked, id ?? '')
      if (kind === 'mailFolders') {
        const folder = folders.find((one) => one.name === id)
        return folder ? say(200, folder) : refuse(404, 'ErrorItemNotFound')
      }
      const message = standIn.messages.find((one) => one.id === id)
      if (!message) return refuse(404, 'ErrorItemNotFound')
      if (what === '$value') return response.writeHead(200, { 'content-type': 'text/plain' }).end(message.source)
      if (what === 'move') {
        const { destinationId } = JSON.parse(sent) as { destinationId: string }
        removed.push({ id: message.id, folder: message.folder, change: ++changes })
        message.folder = folders.find((one) => one.name === destinationId)?.id ?? message.folder
        message.change = ++changes
        return say(201, { id: message.id })
      }
      Object.assign(message, JSON.parse(sent), { change: ++changes })
      return say(200, { id: message.id })
    }

    function delta(asked: URL, folder: string): unknown {
      const since = Number(asked.searchParams.get('$deltatoken') ?? asked.searchParams.get('since') ?? 0)
      const skip = Number(asked.searchParams.get('$skiptoken') ?? 0)
      const there = standIn.messages.filter((one) => one.folder === folder && one.change > since)
      const gone = since === 0 ? [] : removed.filter((one) => one.folder === folder && one.change > since)
      const value = [
        ...there.map(({ id, isRead, receivedDateTime }) => ({ id, isRead, receivedDateTime })),
        ...gone.map(({ id }) => ({ id, '@removed': { reason: 'deleted' } })),
      ]
      const link = (query: string) => `${standIn.url.origin}${asked.pathname}?${query}`
      const more = value.length > skip + pageSize
      return say(200, {
        value: value.slice(skip, skip + pageSize),
        ...(more
          ? { '@odata.nextLink': link(`$skiptoken=${skip + pageSize}&since=${since}`) }
          : { '@odata.deltaLink': link(`$deltatoken=${changes}`) }),
      })
    }
  })

  function giveToken(form: URLSearchParams, say: (status: number, answer: object) => unknown): unknown {
    const isProof =
      form.get('client_secret') === standIn.secret || /^ey.+\..+\..+$/.test(form.get('client_assertion') ?? '')
    if (!isProof)
      return say(401, { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret provided.' })
    const token = randomUUID()
    tokens.add(token)
    return say(200, { access_token: token, expires_in: 3600 })
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  Object.assign(standIn, {
    url: new URL(`http://127.0.0.1:${port}`),
    introspection: `http://id:secret@127.0.0.1:${port}/introspect`,
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return standIn
}
