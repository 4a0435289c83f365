import { constants, createHash, randomUUID, verify, X509Certificate } from 'node:crypto'
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
  /** Incremented with every change, so that a delta query knows what is new. */
  change: number
}

type Fault = (request: http.IncomingMessage, response: http.ServerResponse) => boolean

/** Replacement for Microsoft 365 with a single mailbox; fails when told to. */
export interface GraphStandIn {
  readonly url: URL
  readonly secret: string
  /** PEM of the certificate that the application is registered with, besides its secret. */
  certificate: string
  readonly requests: string[]
  readonly messages: Stored[]
  readonly folders: Folder[]
  add(source: string, folder?: string): Stored
  remove(id: string): void
  /** Handles the next request for which it returns true. */
  fault: Fault
  /** Invalidates all tokens. */
  revoke(): void
  isGood(token: string): boolean
  /** URL where another server checks a token. */
  introspection: string
}

interface Folder {
  readonly id: string
  /** Well-known name, where the folder is one that every mailbox has. */
  readonly name?: string
  displayName: string
}

const usualFolders: readonly Folder[] = [
  { id: 'f-inbox', name: 'inbox', displayName: 'Posteingang' },
  { id: 'f-sent', name: 'sentitems', displayName: 'Gesendete Elemente' },
  { id: 'f-bin', name: 'deleteditems', displayName: 'Gelöschte Elemente' },
]
const pageSize = 2

export async function graphStandIn(user = 'info@example.test'): Promise<GraphStandIn> {
  let tokens = new Set<string>()
  let changes = 0
  const assertions = new Set<string>()
  const removed: { id: string; folder: string; change: number }[] = []
  const standIn: GraphStandIn = {
    url: new URL('http://127.0.0.1'),
    secret: 'app-secret',
    certificate: '',
    requests: [],
    messages: [],
    folders: usualFolders.map((folder) => ({ ...folder })),
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
    isGood: (token) => tokens.has(token),
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
        return say(200, { value: standIn.folders.map((one) => ({ ...one, totalItemCount: 0, childFolderCount: 0 })) })
      if (kind === 'mailFolders' && what === 'messages' && more === 'delta') return delta(asked, id ?? '')
      if (kind === 'mailFolders') {
        const folder = standIn.folders.find((one) => one.name === id)
        return folder ? say(200, folder) : refuse(404, 'ErrorItemNotFound')
      }
      const message = standIn.messages.find((one) => one.id === id)
      if (!message) return refuse(404, 'ErrorItemNotFound')
      if (what === '$value') return response.writeHead(200, { 'content-type': 'text/plain' }).end(message.source)
      if (what === 'move') {
        const { destinationId } = JSON.parse(sent) as { destinationId: string }
        removed.push({ id: message.id, folder: message.folder, change: ++changes })
        const to = standIn.folders.find((one) => [one.id, one.name].includes(destinationId))
        message.folder = to?.id ?? message.folder
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
    const refused = form.has('client_assertion') ? faultOfAssertion(form) : faultOfSecret(form)
    if (refused) return say(401, { error: 'invalid_client', error_description: refused })
    const token = randomUUID()
    tokens.add(token)
    return say(200, { access_token: token, expires_in: 3600 })
  }

  const faultOfSecret = (form: URLSearchParams) =>
    form.get('client_secret') === standIn.secret ? '' : 'AADSTS7000215: Invalid client secret provided.'

  /** Returns the fault of a client assertion with a certificate (RFC 7523), as Microsoft checks it; empty if valid. */
  function faultOfAssertion(form: URLSearchParams): string {
    const assertion = form.get('client_assertion') ?? ''
    const [head = '', claims = '', signature = ''] = assertion.split('.')
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
    const certificate = new X509Certificate(standIn.certificate)
    const { alg, typ, 'x5t#S256': thumbprint } = read(head)
    const { aud, iss, sub, jti, nbf, exp } = read(claims)
    const key = { key: certificate.publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    const now = Date.now() / 1000
    const faults = {
      type: form.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      head: alg !== 'PS256' || typ !== 'JWT',
      'AADSTS700027: no such certificate':
        thumbprint !== createHash('sha256').update(certificate.raw).digest('base64url'),
      'AADSTS700027: signature': !verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        key,
        Buffer.from(signature, 'base64url'),
      ),
      audience: aud !== new URL('/tenant/oauth2/v2.0/token', standIn.url).href,
      who: iss !== form.get('client_id') || sub !== iss,
      time: !(Number(nbf) <= now && now < Number(exp) && Number(exp) - now <= 3600),
      again: assertions.has(String(jti)),
    }
    assertions.add(String(jti))
    return Object.entries(faults).find(([, isWrong]) => isWrong)?.[0] ?? ''
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
