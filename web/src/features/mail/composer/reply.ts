import type { Email, MailAddress } from '#contract/mail/emails'
import type { Transfer } from './transfer.ts'

/** The texts around a quote in the language of the user. */
export interface ReplyWords {
  /** 'AW: ' */
  readonly answer: string
  /** 'WG: ' */
  readonly forward: string
  /** 'Am 01.02.2026 08:30 schrieb Anna Muster <anna@example.ch>:' */
  readonly wrote: (who: string, at: string) => string
  readonly from: string
  readonly to: string
  readonly cc: string
  readonly date: string
  readonly subject: string
  readonly forwardedMessage: string
  readonly formatDate: (instant: string) => string
}

const prefixes = /^(?:\s*(?:re|aw|antw|sv|wg|fwd?|tr|rif|r)\s*(?:\[\d+\]\s*)?:)+\s*/i

/** Removes all reply and forward prefixes from a subject. */
export const bareSubject = (subject: string) => subject.replace(prefixes, '').trim()

export function reply(email: Email, own: readonly string[], words: ReplyWords): Transfer {
  return { ...answer(email, words), ...answeredIn(targets(email, own), email) }
}

/** Answers the sender, with a copy to all others except our own addresses. */
export function replyAll(email: Email, own: readonly string[], words: ReplyWords): Transfer {
  const to = targets(email, own)
  const others = without([...email.to, ...email.cc], [...own, ...to.map(({ address }) => address)])
  return { ...answer(email, words), ...answeredIn(to, email), cc: written(others) }
}

export function forward(email: Email, words: ReplyWords): Transfer {
  const line = (name: string, value: string) =>
    value ? `<strong>${escaped(name)}:</strong> ${escaped(value)}<br>` : ''
  const head =
    `<p>---------- ${escaped(words.forwardedMessage)} ----------<br>` +
    line(words.from, written([email.from]).join(', ')) +
    line(words.date, words.formatDate(email.sentAtUtc ?? email.receivedAtUtc)) +
    line(words.subject, email.subject) +
    line(words.to, written(email.to).join(', ')) +
    line(words.cc, written(email.cc).join(', '))
  return {
    subject: words.forward + bareSubject(email.subject),
    quote: `${head.replace(/<br>$/, '')}</p>${htmlOf(email)}`,
    contactRef: email.contactRef,
    mailboxRef: email.mailboxRef,
    basedOn: email.id,
    forwarded: true,
    emailAttachments: email.attachments.filter(({ inline }) => !inline),
  }
}

function answer(email: Email, words: ReplyWords): Transfer {
  const who = written([email.from])[0] ?? ''
  const at = words.formatDate(email.sentAtUtc ?? email.receivedAtUtc)
  return {
    subject: words.answer + bareSubject(email.subject),
    quote: `<p>${escaped(words.wrote(who, at))}</p><blockquote>${htmlOf(email)}</blockquote>`,
    contactRef: email.contactRef,
    mailboxRef: email.mailboxRef,
    basedOn: email.id,
  }
}

/** Returns the recipients of an answer and the name of the first. */
function answeredIn(to: readonly MailAddress[], { from, contactName }: Email): Pick<Transfer, 'to' | 'answerTo'> {
  const [first] = to
  if (!first) return { to: [] }
  const known = first.address === from.address ? contactName : null
  return { to: written(to), answerTo: first.name || known || first.address }
}

/** Returns who to answer: Reply-To or sender; for an outgoing message its recipients. */
function targets(email: Email, own: readonly string[]): MailAddress[] {
  if (email.direction === 'OUTGOING') return without(email.to, own)
  const wanted = without(email.replyTo, own)
  if (wanted.length > 0) return wanted
  return email.from.address ? [email.from] : []
}

/** Returns addresses without duplicates and without the given ones. */
function without(list: readonly MailAddress[], addresses: readonly string[]): MailAddress[] {
  const seen = new Set(addresses.map((address) => address.toLowerCase()))
  return list.filter(({ address }) => {
    const key = address.toLowerCase()
    return key.includes('@') && !seen.has(key) && seen.add(key)
  })
}

/** Formats recipients for the composer. Omits a name that looks like an address, which would mislead. */
export const written = (list: readonly MailAddress[]): string[] =>
  list.map(({ name, address }) => {
    const shown = name
      .replace(/["<>\\]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    return shown && !shown.includes('@') ? `${shown} <${address}>` : address
  })

const htmlOf = ({ html, text }: Email) => html || `<p>${escaped(text.trim()).replaceAll('\n', '<br>')}</p>`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
