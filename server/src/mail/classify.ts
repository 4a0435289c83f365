import type { EmailKind } from '#contract/emails'

/** What tells what a message is. */
export interface Signs {
  /** The first value of a header by its lower-case name. */
  readonly header: (name: string) => string | undefined
  readonly subject: string
  readonly fromAddress: string
  readonly fromName: string
  readonly partTypes: readonly string[]
  /** It holds a report of which every recipient may still get the message. */
  readonly onlyDelayed: boolean
}

const bounceSubject =
  /undeliver|delivery (status notification|failure|has failed|incomplete)|returned mail|mail delivery (failed|system)|failure notice|unzustellbar|nicht zugestellt|zustellung fehlgeschlagen|non remis|échec de (la )?remise/i
const machine = /^(mailer-daemon|postmaster|mail-?delivery|bounces?)([+@-]|$)/i
const autoSubject =
  /^(re:\s*|aw:\s*)?(out of office|automatic reply|auto(matische)?[ -]?(antwort|reply)|abwesenheit|réponse automatique|risposta automatica)/i

/** What a message is by its head and its parts. */
export function classify(signs: Signs): EmailKind {
  const { header, partTypes } = signs
  if (isBounce(signs)) return signs.onlyDelayed ? 'DELAYED' : 'BOUNCE'
  const contentType = header('content-type') ?? ''
  if (
    partTypes.includes('message/disposition-notification') ||
    /report-type="?disposition-notification/i.test(contentType)
  ) {
    return 'RECEIPT'
  }
  const submitted = (header('auto-submitted') ?? 'no').trim().toLowerCase()
  if (!submitted.startsWith('no') || hasAutoHeader(header) || autoSubject.test(signs.subject.trim())) return 'AUTO'
  if (header('list-id') || header('list-unsubscribe') || /^\s*(bulk|list|junk)/i.test(header('precedence') ?? '')) {
    return 'BULK'
  }
  return partTypes.includes('text/calendar') ? 'CALENDAR' : 'NORMAL'
}

function isBounce({ header, subject, fromAddress, fromName, partTypes }: Signs): boolean {
  const contentType = header('content-type') ?? ''
  if (/^\s*multipart\/report/i.test(contentType) && /report-type="?delivery-status/i.test(contentType)) return true
  if (partTypes.some((type) => /^message\/(global-)?delivery-status$/.test(type))) return true
  if (header('x-failed-recipients')) return true
  const hints = [
    (header('return-path') ?? '').trim() === '<>',
    machine.test(fromAddress) || /mail delivery|mailer-daemon/i.test(fromName),
    bounceSubject.test(subject),
  ]
  return hints.filter(Boolean).length >= 2
}

const hasAutoHeader = (header: Signs['header']) =>
  ['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => header(name) !== undefined) ||
  /^\s*auto_?reply/i.test(header('precedence') ?? '')

/** Whether an automatic answer is out of place (RFC 3834). */
export function refusesAnswers({ header, fromAddress }: Signs, kind: EmailKind): boolean {
  if (kind !== 'NORMAL' && kind !== 'CALENDAR') return true
  if ((header('return-path') ?? '').trim() === '<>') return true
  if (/\b(all|oof|autoreply)\b/i.test(header('x-auto-response-suppress') ?? '')) return true
  return machine.test(fromAddress) || /^(no-?reply|do-?not-?reply|nicht-?antworten)[@+.-]/i.test(fromAddress)
}
