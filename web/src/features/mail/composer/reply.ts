import type { Email, MailAddress } from '#contract/mail/emails'
import type { Transfer } from './transfer.ts'

/** The words that stand around what is quoted, in the language of the screen. */
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

/** The subject without what answering and forwarding put before it, however often. */
export const bareSubject = (subject: string) => subject.replace(prefixes, '').trim()

export function reply(email: Email, own: readonly string[], words: ReplyWords): Transfer {
  return { ...answer(email, words), ...answeredIn(targets(email, own), email) }
}

/** To whoever wrote it, with a copy to all the others but ourselves. */
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

/** Those who are answered, and what the first of them is called. */
function answeredIn(to: readonly MailAddress[], { from, contactName }: Email): Pick<Transfer, 'to' | 'answerTo'> {
  const [first] = to
  if (!first) return { to: [] }
  const known = first.address === from.address ? contactName : null
  return { to: written(to), answerTo: first.name || known || first.address }
}

/** Who gets the answer: whoever wrote it, as they want it; of a message of ours, those that it went to. */
function targets(email: Email, own: readonly string[]): MailAddress[] {
  if (email.direction === 'OUTGOING') return without(email.to, own)
  const wanted = without(email.replyTo, own)
  if (wanted.length > 0) return wanted
  return email.from.address ? [email.from] : []
}

/** Each once, and none of these. */
function without(list: readonly MailAddress[], addresses: readonly string[]): MailAddress[] {
  const seen = new Set(addresses.map((address) => address.toLowerCase()))
  return list.filter(({ address }) => {
    const key = address.toLowerCase()
    return key.includes('@') && !seen.has(key) && seen.add(key)
  })
}

/** As the composer takes them. A name that looks like an address would only mislead. */
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
