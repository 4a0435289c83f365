import type { Config } from '../config.ts'
import { MailError, mailError } from './faults.ts'
import type { ConnectedMailbox } from './mailbox.ts'
import { officeToken } from './office-token.ts'

const answerMs = 60_000

/** Calls of Microsoft Graph for one mailbox. */
export interface GraphClient {
  /** Below the user of the mailbox, or a link that an earlier answer named. Null: there is no such thing. */
  json<T>(path: string, request?: { method: string; body?: object }): Promise<T | null>
  /** The bytes, up to a little more than `maxBytes`, or to where they broke off. Null: there is no such message. */
  bytes(path: string, maxBytes: number): Promise<{ content: Buffer; brokenOff: boolean } | null>
}

/** What was kept of an earlier look no longer holds: everything has to be looked at anew. */
export class ResyncNeeded extends Error {}

export function graphClient(config: Config, mailbox: Pick<ConnectedMailbox, 'office' | 'secrets'>): GraphClient {
  const base = new URL(`/v1.0/users/${encodeURIComponent(mailbox.office?.user ?? '')}/`, config.m365GraphUrl)
  const send = async (
    path: string,
    { method, body }: { method: string; body?: object },
    fresh = false,
  ): Promise<Response> => {
    const url = new URL(path, base)
    // A link to somewhere else would carry the token there.
    if (url.origin !== config.m365GraphUrl.origin || !url.pathname.startsWith('/v1.0/')) {
      throw new MailError('PROTOCOL', `a link to ${url.host}`)
    }
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${await officeToken(config, mailbox, fresh)}`,
        prefer: 'IdType="ImmutableId"',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    }).catch((error: Error) => {
      throw error.name === 'TimeoutError' ? new MailError('TIMEOUT') : mailError(error)
    })
    if (answer.status === 401 && !fresh) {
      await answer.body?.cancel()
      return send(path, { method, ...(body ? { body } : {}) }, true)
    }
    return answer
  }
  const asked = async (path: string, request: { method: string; body?: object }): Promise<Response | null> => {
    const answer = await send(path, request)
    if (answer.ok) return answer
    const text = (await answer.text().catch(() => '')).slice(0, 2000)
    if (answer.status === 404) return null
    throw refusal(answer, text)
  }
  return {
    async json<T>(path: string, request = { method: 'GET' }) {
      const answer = await asked(path, request)
      if (!answer) return null
      return (await answer.json().catch((error: Error) => {
        throw new MailError('DISCONNECTED', error.message)
      })) as T
    },
    async bytes(path, maxBytes) {
      const answer = await asked(path, { method: 'GET' })
      if (!answer?.body) return null
      const pieces: Uint8Array[] = []
      let size = 0
      try {
        for await (const piece of answer.body) {
          pieces.push(piece)
          size += piece.length
          if (size > maxBytes) break
        }
      } catch {
        return { content: Buffer.concat(pieces), brokenOff: true }
      }
      return { content: Buffer.concat(pieces), brokenOff: false }
    },
  }
}

function refusal(answer: Response, text: string): Error {
  const { status } = answer
  const [, code = '', message = ''] = /"code"\s*:\s*"([^"]*)"[\s\S]*?"message"\s*:\s*"([^"]*)"/.exec(text) ?? []
  const said = [code, message].filter(Boolean).join(': ') || `${status}`
  if (status === 410 || /syncStateNotFound|resyncRequired|SyncStateInvalid/i.test(code)) return new ResyncNeeded(said)
  if (status === 401) return new MailError('TOKEN', said)
  if (status === 403) return new MailError('NOT_ALLOWED', said)
  if (status === 429 || status === 503 || status === 504) {
    return new MailError('THROTTLED', said, retryAfter(answer.headers.get('retry-after')))
  }
  if (status === 507) return new MailError('QUOTA', said)
  return new MailError(status >= 500 ? 'DISCONNECTED' : 'PROTOCOL', said)
}

/** Seconds or a date. */
function retryAfter(value: string | null): number {
  const ms = value && /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value ?? '') - Date.now()
  return Number.isNaN(ms) ? 30_000 : Math.min(Math.max(ms, 1000), 60 * 60_000)
}
