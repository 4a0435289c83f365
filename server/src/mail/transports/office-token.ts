import { createHash, createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import type { Config } from '../../config.ts'
import { MailError, mailError } from './faults.ts'
import type { ConnectedMailbox } from './mailbox.ts'

/** OAuth scope of a token by protocol. */
const scopes = { GRAPH: 'https://graph.microsoft.com/.default', IMAP_SMTP: 'https://outlook.office365.com/.default' }
const answerMs = 20_000
/** Time in milliseconds before its expiry at which a token is renewed. */
const sparedMs = 5 * 60_000

const tokens = new Map<string, { token: string; until: number }>()

type OfficeMailbox = Pick<ConnectedMailbox, 'office' | 'secrets'>

/** Returns a Microsoft 365 token for a mailbox; `fresh` if the last one was refused. Errors: MailError. */
export async function officeToken(config: Config, { office, secrets }: OfficeMailbox, fresh = false): Promise<string> {
  if (!office) throw new MailError('TOKEN')
  const { tenantId, clientId, protocol } = office
  const credential = secrets.clientSecret ?? secrets.certificate ?? ''
  const key = [
    config.m365LoginUrl.href,
    tenantId,
    clientId,
    protocol,
    createHash('sha256').update(credential).digest('hex'),
  ].join(' ')
  const known = tokens.get(key)
  if (known && !fresh && known.until > Date.now()) return known.token
  const url = new URL(`/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`, config.m365LoginUrl)
  const proof: Record<string, string> = secrets.clientSecret
    ? { client_secret: secrets.clientSecret }
    : {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await assertion(url, clientId, secrets.certificate ?? ''),
      }
  const form = { grant_type: 'client_credentials', client_id: clientId, scope: scopes[protocol], ...proof }
  const answer = await ask(url, form)
  // Removes expired tokens, such as those of replaced credentials.
  for (const [other, { until }] of tokens) if (until <= Date.now()) tokens.delete(other)
  tokens.set(key, { token: answer.token, until: Date.now() + Math.max(0, answer.seconds * 1000 - sparedMs) })
  return answer.token
}

async function ask(url: URL, form: Record<string, string>): Promise<{ token: string; seconds: number }> {
  let said = ''
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    })
    const text = (await answer.text()).slice(0, 100_000)
    const body = parsed(text)
    if (answer.ok && typeof body.access_token === 'string') {
      return { token: body.access_token, seconds: Number(body.expires_in ?? 3600) }
    }
    said = typeof body.error_description === 'string' ? body.error_description : text
    if (answer.status === 429) throw new MailError('THROTTLED', said, { waitMs: 60_000 })
    if (answer.status >= 500) throw new MailError('DISCONNECTED', said)
  } catch (error) {
    throw (error as Error).name === 'TimeoutError' ? new MailError('TIMEOUT') : mailError(error)
  }
  throw new MailError('TOKEN', said)
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Returns a signed assertion that proves the application by its certificate (RFC 7523). */
async function assertion(audience: URL, clientId: string, pem: string): Promise<string> {
  try {
    const { SignJWT } = await import('jose')
    const thumbprint = createHash('sha256').update(new X509Certificate(pem).raw).digest('base64url')
    const now = Math.floor(Date.now() / 1000)
    return await new SignJWT()
      .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint })
      .setAudience(audience.href)
      .setIssuer(clientId)
      .setSubject(clientId)
      .setJti(randomUUID())
      .setNotBefore(now - 60)
      .setExpirationTime(now + 600)
      .sign(createPrivateKey(pem))
  } catch {
    throw new MailError('TOKEN', 'the certificate cannot be read')
  }
}
