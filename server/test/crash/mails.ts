import { randomUUID } from 'node:crypto'
import { mail } from '../mail.ts'

/** Delivered mail with its expected content. */
export interface Delivered {
  readonly subject: string
  readonly source: string
  readonly text: string
  /** Text of the attachment. */
  readonly attachment: string | null
  readonly from: string
}

export const contactCount = 20
/** Returns the address of a customer; every other one is a contact. */
export const addressOf = (at: number) => `kunde${at % (contactCount * 2)}@example.org`
export const isKnown = (address: string) => Number(/\d+/.exec(address)?.[0]) < contactCount

/** Returns a mail to deliver: some have no Message-ID, some that of another mail, some an attachment. */
export function mailAt(at: number): Delivered {
  const from = addressOf(at * 7)
  const subject = `Anfrage ${at}`
  const text = `Guten Tag, wir fragen nach der Feuerschale Nummer ${at}.`
  const attachment = at % 5 === 0 ? `Plan ${at}\n`.repeat(200) : null
  const number = at % 40 === 39 ? at - 1 : at
  const fields = {
    From: `Kunde <${from}>`,
    Subject: subject,
    'Message-ID': at % 20 === 7 ? '' : `<crash-${number}@example.org>`,
    ...(at % 3 === 0 && at > 0 ? { 'In-Reply-To': `<crash-${at - 1}@example.org>` } : {}),
  }
  if (attachment === null) return { from, subject, text, attachment, source: mail(fields, text) }
  const body = [
    '--x',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--x',
    'Content-Type: text/plain; name=plan.txt',
    'Content-Disposition: attachment; filename=plan.txt',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(attachment).toString('base64').replace(/.{76}/g, '$&\r\n'),
    '--x--',
  ].join('\r\n')
  const head = { ...fields, 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=x' }
  return { from, subject, text, attachment, source: mail(head, body) }
}

/** Message that is sent through the product; an equal `key` marks a repetition of the same message. */
export interface Sent {
  readonly key: string
  readonly subject: string
  readonly to: string
  readonly html: string
}

export const sentAt = (at: number): Sent => ({
  key: randomUUID(),
  subject: `Auftrag ${at}`,
  to: addressOf(at),
  html: `<p>Ihr Auftrag Nummer ${at} ist bereit.</p>`,
})
