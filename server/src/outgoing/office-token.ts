import { createHash, createPrivateKey, createSign, randomUUID, X509Certificate } from 'node:crypto'
import type { Config } from '../config.ts'
import { DeliveryFault, type SendingMailbox } from './sending-mailbox.ts'

type Office = NonNullable<SendingMailbox['office']>

const tokens = new Map<string, { token: string; until: number }>()
const graphScope = 'https://graph.microsoft.com/.default'
const mailScope = 'https://outlook.office365.com/.default'

/** A token of the app for the mailbox, by secret or certificate; kept until shortly before it ends. Errors: DeliveryFault. */
export async function officeToken(config: Config, mailbox: SendingMailbox, kind: 'graph' | 'mail'): Promise<string> {
  const { office, secrets } = mailbox
  if (!office) throw new DeliveryFault('TOKEN', '', false)
  const proof = createHash('sha256').update(JSON.stringify([office, secrets.clientSecret, secrets.certificate]))
  const key = `${kind} ${proof.digest('hex')}`
  const known = tokens.get(key)
  if (known && known.until > Date.now()) return known.token
  const address = new URL(`/${encodeURIComponent(office.tenantId)}/oauth2/v2.0/token`, config.m365LoginUrl).href
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: office.clientId,
      scope: kind === 'graph' ? graphScope : mailScope,
      ...(secrets.certificate
        ? {
            client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
            client_assertion: assertion(office, secrets.certificate, address),
          }
        : { client_secret: secrets.clientSecret ?? '' }),
    }),
    signal: AbortSignal.timeout(30_000),
  }).catch((error: unknown) => {
    throw new DeliveryFault('DISCONNECTED', error instanceof Error ? error.message : '', true)
  })
  const answer = (await response.json().catch(() => ({}))) as {
    access_token?: string
    expires_in?: number
    error_description?: string
  }
  if (!response.ok || !answer.access_token) {
    throw new DeliveryFault('TOKEN', (answer.error_description ?? String(response.status)).slice(0, 1000), true)
  }
  tokens.set(key, { token: answer.access_token, until: Date.now() + ((answer.expires_in ?? 0) - 60) * 1000 })
  return answer.access_token
}

/** Proves by the key of the certificate who asks. Errors: DeliveryFault for what is no certificate with its key. */
function assertion({ clientId }: Office, pem: string, audience: string): string {
  try {
    const thumbprint = Buffer.from(new X509Certificate(pem).fingerprint.replaceAll(':', ''), 'hex')
    const now = Math.floor(Date.now() / 1000)
    const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
    const signed = [
      part({ alg: 'RS256', typ: 'JWT', x5t: thumbprint.toString('base64url') }),
      part({ aud: audience, iss: clientId, sub: clientId, jti: randomUUID(), nbf: now - 60, exp: now + 300 }),
    ].join('.')
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(createPrivateKey(pem), 'base64url')}`
  } catch {
    throw new DeliveryFault('SECRET_UNREADABLE', '', false)
  }
}
