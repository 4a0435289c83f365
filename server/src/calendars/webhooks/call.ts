import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { WebhookAttempt } from '#contract/calendars/webhooks'
import { isPublicAddress, lookupWith, notPublic } from '../../http/public-address.ts'

const mostMs = 10_000
/** Upper limits of an answer: bytes that are read, and characters that are shown. */
const mostBytes = 16 * 1024
const shownCharacters = 500

export type Attempt = Omit<WebhookAttempt, 'atUtc'>

export interface Call {
  readonly url: string
  /** Secrets that sign the call; the current one comes first. */
  readonly secrets: readonly string[]
  /** Id of the event. */
  readonly id: string
  readonly body: string
  /** Networks that may be called besides public addresses. */
  readonly networks: readonly string[]
}

interface Options {
  readonly ms?: number
  readonly now?: Date
}

/** Prefix of a secret, which makes it recognisable. */
const prefix = 'whsec_'
export const secretText = (key: Buffer): string => prefix + key.toString('base64')

/** Returns the headers of Standard Webhooks, with signatures over the event's id, the time in seconds and the body. */
function signedHeaders({ id, secrets, body }: Pick<Call, 'id' | 'secrets' | 'body'>, now: Date) {
  const seconds = Math.floor(now.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}

/** Returns a function that accepts public addresses, and those of the configured networks. */
function allowing(networks: readonly string[]): (address: string) => boolean {
  const inside = new BlockList()
  for (const network of networks) {
    const [address = '', prefixLength] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    inside.addSubnet(address, Number(prefixLength ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => isPublicAddress(address) || inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * Returns whether an address may be entered: https without a password, and no IP address of a private network. IP
 * addresses of configured networks are allowed, also with http. Where a host name leads is checked at each call.
 */
export function isCallable(address: string, networks: readonly string[]): boolean {
  const url = new URL(address)
  const host = hostOf(url)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  const isNumber = isIP(host) > 0
  const isNamed = isNumber && !isPublicAddress(host) && allowing(networks)(host)
  return url.protocol === 'https:' ? !isNumber || isPublicAddress(host) || isNamed : isNamed
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Sends one event. It takes ten seconds at most, follows no redirect and reads only the beginning of an answer. */
export async function callWebhook(call: Call, { ms = mostMs, now = new Date() }: Options = {}): Promise<Attempt> {
  const begun = performance.now()
  const ended = await post(call, ms, now).catch((error: unknown) => ({
    fault: faultOf(error),
    status: null,
    answer: '',
  }))
  return { ...ended, durationMs: Math.round(performance.now() - begun) }
}

type Ended = Omit<Attempt, 'durationMs'>

function post(call: Call, ms: number, now: Date): Promise<Ended> {
  if (!isCallable(call.url, call.networks)) return Promise.reject(Object.assign(new Error(), { code: notPublic }))
  return new Promise((resolve, reject) => {
    const headers = {
      ...signedHeaders(call, now),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(call.body),
      'user-agent': 'Glut-Webhook/1',
    }
    const signal = AbortSignal.timeout(ms)
    const how = { method: 'POST', signal, headers, agent: false, lookup: lookupWith(allowing(call.networks)) }
    const request = call.url.startsWith('https:') ? https.request(call.url, how) : http.request(call.url, how)
    request.on('response', (response) => {
      const { statusCode: status = 0 } = response
      const parts: Buffer[] = []
      let size = 0
      const end = () => {
        resolve({ status, fault: faultOfStatus(status), answer: textOf(Buffer.concat(parts)) })
        response.destroy()
      }
      response.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size >= mostBytes) end()
      })
      response.on('end', end)
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(call.body)
  })
}

function faultOfStatus(status: number): Attempt['fault'] {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'REDIRECT' : 'STATUS'
}

function faultOf(error: unknown): Attempt['fault'] {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'AbortError' || name === 'TimeoutError') return 'TIMEOUT'
  return code === notPublic ? 'NOT_PUBLIC' : 'UNREACHABLE'
}

/** Returns text without control characters; the database cannot store NUL. */
const textOf = (bytes: Buffer) =>
  bytes
    .toString('utf8', 0, shownCharacters * 4)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, shownCharacters)
