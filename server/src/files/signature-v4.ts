import { createHash, createHmac } from 'node:crypto'

interface Keys {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

interface Unsigned {
  readonly method: string
  readonly url: URL
  readonly headers: Record<string, string>
  /** SHA-256 of the body in hex. */
  readonly contentHash: string
}

/** Returns the headers of a request to S3 with its signature (AWS Signature Version 4). */
export function sign(request: Unsigned, keys: Keys, now = new Date()): Record<string, string> {
  const { method, url, contentHash } = request
  const at = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = at.slice(0, 8)
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    'x-amz-content-sha256': contentHash,
    'x-amz-date': at,
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => percent(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${percent(name)}=${percent(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    contentHash,
  ].join('\n')
  const scope = `${day}/${keys.region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${keys.secretKey}`, day), keys.region))
  const { host: _, ...sent } = headers
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${hmac(key, text).toString('hex')}`,
  }
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Encodes everything but letters, digits and -._~ as %XX, as the signature requires. */
const percent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
