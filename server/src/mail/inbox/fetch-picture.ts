import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, lookupWith } from '../../http/public-address.ts'

const mostRedirects = 3
const mostBytes = 5 * 1024 * 1024
const mostMs = 10_000

export interface Picture {
  readonly content: Buffer
  readonly mimeType: string
}
interface Options {
  /** Decides which addresses may be connected to; replaced in tests. */
  readonly allows?: (address: string) => boolean
  readonly ms?: number
}

/**
 * Fetches a picture from another server, without revealing who asks for it. Null if it is no picture, too large, too
 * slow, or in a private network. The address that is connected to is the one that was checked.
 */
export async function fetchPicture(address: string, { allows = isPublicAddress, ms = mostMs }: Options = {}) {
  const signal = AbortSignal.timeout(ms)
  let place: string | null = address
  for (let redirects = 0; place !== null && redirects <= mostRedirects; redirects++) {
    const url = webAddress(place, allows)
    const answer = url && (await ask(url, allows, signal).catch(() => null))
    if (!answer) return null
    if ('content' in answer) return pictureIn(answer.content)
    place = answer.location
  }
  return null
}

/** Returns a web address with its default port and without a password; null for any other. */
function webAddress(place: string, allows: (address: string) => boolean): URL | null {
  if (!URL.canParse(place)) return null
  const url = new URL(place)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const usual = allows !== isPublicAddress || (url.port === '' && url.username === '' && url.password === '')
  const open = isIP(host) === 0 || allows(host)
  return /^https?:$/.test(url.protocol) && usual && open ? url : null
}

type Answer = { content: Buffer } | { location: string }

function ask(url: URL, allows: (address: string) => boolean, signal: AbortSignal): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'image/*', 'user-agent': 'Mozilla/5.0' }
    const how = { signal, headers, agent: false, lookup: lookupWith(allows) }
    const request = url.protocol === 'https:' ? https.get(url, how) : http.get(url, how)
    request.on('response', (response) => {
      const { statusCode = 0, headers: said } = response
      const end = (answer: Answer | null) => {
        response.destroy()
        resolve(answer)
      }
      if (statusCode >= 300 && statusCode < 400 && said.location && URL.canParse(said.location, url.href)) {
        return end({ location: new URL(said.location, url).href })
      }
      const isPicture = /^image\//i.test(said['content-type'] ?? '')
      if (statusCode !== 200 || !isPicture || Number(said['content-length'] ?? 0) > mostBytes) return end(null)
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > mostBytes) end(null)
        else parts.push(part)
      })
      response.on('end', () => resolve({ content: Buffer.concat(parts) }))
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}

const beginnings: readonly (readonly [RegExp, string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: contents are told apart by such bytes.
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
]

/** Returns the picture with the type that its bytes have, whatever the server said. */
function pictureIn(content: Buffer): Picture | null {
  const head = content.toString('latin1', 0, 16)
  const [, mimeType] = beginnings.find(([beginning]) => beginning.test(head)) ?? []
  return mimeType ? { content, mimeType } : null
}
