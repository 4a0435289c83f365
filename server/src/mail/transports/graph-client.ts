import type { Config } from '../../config.ts'
import { MailError, mailError } from './faults.ts'
import type { ConnectedMailbox } from './mailbox.ts'
import { officeToken } from './office-token.ts'

/** Timeout in milliseconds for a complete answer: sources and sent messages are large. */
const answerMs = 120_000

interface GraphRequest {
  readonly method: string
  /** An object is sent as JSON, a string unchanged. */
  readonly body?: object | string
}

/** Calls of Microsoft Graph for one mailbox. Errors of all calls: MailError. */
export interface GraphClient {
  /** Requests a path below the user of the mailbox, or a link from an earlier answer. Null for 404. */
  json<T>(path: string, request?: GraphRequest): Promise<T | null>
  /** Returns the bytes, up to a little more than `maxBytes` or to where they broke off. Null for 404. */
  bytes(path: string, maxBytes: number): Promise<{ content: Buffer; brokenOff: boolean } | null>
}

/** The delta link is no longer valid: the folder has to be listed from the beginning. */
export class ResyncNeeded extends MailError {}

export function graphClient(
  config: Config,
  mailbox: Pick<ConnectedMailbox, 'office' | 'secrets'>,
  abandoned?: AbortSignal,
): GraphClient {
  const base = new URL(`/v1.0/users/${encodeURIComponent(mailbox.office?.user ?? '')}/`, config.m365GraphUrl)
  const send = async (path: string, request: GraphRequest, fresh = false): Promise<Response> => {
    const url = new URL(path, base)
    // A link to another host would send the token there.
    if (url.origin !== config.m365GraphUrl.origin || !url.pathname.startsWith('/v1.0/')) {
      throw new MailError('PROTOCOL', `a link to ${url.host}`)
    }
    const { method, body } = request
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${await officeToken(config, mailbox, fresh)}`,
        // These ids survive every move, also from the drafts to the sent items.
        prefer: 'IdType="ImmutableId"',
        ...(body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(answerMs), ...(abandoned ? [abandoned] : [])]),
    }).catch((error: Error) => {
      if (abandoned?.aborted) throw new MailError('DISCONNECTED')
      throw error.name === 'TimeoutError' ? new MailError('TIMEOUT') : mailError(error)
    })
    // A token may have been revoked before it expired.
    if (answer.status === 401 && !fresh) {
      await answer.body?.cancel()
      return send(path, request, true)
    }
    return answer
  }
  const asked = async (path: string, request: GraphRequest): Promise<Response | null> => {
    const answer = await send(path, request)
    if (answer.ok) return answer
    const said = await refusal(answer)
    if (answer.status === 404) return null
    throw said
  }
  return {
    async json<T>(path: string, request = { method: 'GET' }) {
      const answer = await asked(path, request)
      if (!answer) return null
      try {
        // Sending or deleting a message has an empty answer.
        return JSON.parse((await answer.text()) || '{}') as T
      } catch (error) {
        throw new MailError('DISCONNECTED', (error as Error).message)
      }
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
        if (abandoned?.aborted) throw new MailError('DISCONNECTED')
        return { content: Buffer.concat(pieces), brokenOff: true }
      }
      return { content: Buffer.concat(pieces), brokenOff: false }
    },
  }
}

/** Returns the error for an unsuccessful answer. */
export async function refusal(answer: Response): Promise<MailError> {
  const { status } = answer
  const text = (await answer.text().catch(() => '')).slice(0, 2000)
  const [, code = '', message = ''] = /"code"\s*:\s*"([^"]*)"[\s\S]*?"message"\s*:\s*"([^"]*)"/.exec(text) ?? []
  const said = [code, message].filter(Boolean).join(': ') || `${status}`
  if (status === 410 || /syncStateNotFound|resyncRequired|SyncStateInvalid/i.test(code)) {
    return new ResyncNeeded('PROTOCOL', said, { passing: false })
  }
  if (status === 413 || /SizeExceeded/i.test(text)) return new MailError('TOO_LARGE', said, { passing: false })
  if (status === 401) return new MailError('TOKEN', said)
  if (status === 403) return new MailError('NOT_ALLOWED', said)
  if (status === 429 || status === 503 || status === 504) {
    return new MailError('THROTTLED', said, { waitMs: retryAfter(answer.headers.get('retry-after')) })
  }
  if (status === 507) return new MailError('QUOTA', said)
  return new MailError(status >= 500 ? 'DISCONNECTED' : 'PROTOCOL', said, { passing: status >= 500 })
}

/** Parses a Retry-After header, seconds or a date, into milliseconds. */
function retryAfter(value: string | null): number {
  const ms = value && /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value ?? '') - Date.now()
  return Number.isNaN(ms) ? 30_000 : Math.min(Math.max(ms, 1000), 60 * 60_000)
}
