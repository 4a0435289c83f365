import type { EmailKind } from '#contract/mail/emails'
import { saysFailure } from './bounce-text.ts'

/** Properties that decide how a message is classified. */
export interface Signs {
  /** Returns the first value of a header by its lower-case name. */
  readonly header: (name: string) => string | undefined
  readonly subject: string
  readonly fromAddress: string
  readonly fromName: string
  readonly partTypes: readonly string[]
  /** Whether a report says of every recipient that delivery is still being tried. */
  readonly onlyDelayed: boolean
  /** Whether a report says of every recipient that the message arrived. */
  readonly arrived: boolean
  /** Text of the message, or the beginning of it. */
  readonly text: string
  /** Whether a recipient was found in its text. */
  readonly namesRecipient: boolean
}

const bounceSubject =
  /undeliver|delivery (status|failure|has failed|failed|incomplete|error|problem|report|notification)|(non|no|not)[- ]?deliver|could ?n[o']t be (delivered|sent)|was not delivered|returned (e-?)?mail|mail (delivery )?(failed|failure|system error|returned|rejected)|mail delivery system|message (delivery )?(failure|rejected)|failure (notice|delivery)|failed (mail|delivery|message)|rejected mail|\bbounced?\b|unzustellbar|nicht zugestellt|zustell(ung|problem|fehler)|unzustellbarkeit|non (remis|distribu|délivr)|échec de (la )?(remise|livraison|distribution)|mancata consegna|mancato recapito|no entregado|warning: could not send|delayed mail/i
const machine =
  /^(mailer-?daemon|mdaemon|post_?master|mail-?delivery[\w-]*|bounces?|maildaemon|mail-?daemon|sysadmin|administrator|nobody|noreply-bounce\w*|symantec\w*|dsn)([+@.-]|$)/i
const machineName =
  /mail ?delivery|mailer[ -]?daemon|postmaster|system[ -]?administrator|mail (administrator|system|server)|delivery (system|subsystem)/i
const answered = /^\s*(re|aw|sv|antw|fwd?|wg|tr|rif?)\s*:/i
const autoSubject =
  /^(re:\s*|aw:\s*)?(out of (the )?office|abwesend\s?:|absen(ce|te?) du bureau|message d['’]absence|fuori (sede|ufficio)|automatic reply|auto(matische)?[ -]?(antwort|reply)|abwesenheit|réponse automatique|risposta automatica)/i
/** A subject of Lotus Notes: AUTO: Anna Muster is out of the office (returning 9 November) */
const away =
  /^auto:\s*[^:«»"]{2,80} (is|ist|est) (out of (the )?office|(currently )?away|au(ss|ß)er haus|nicht im (haus|büro)|absente? du bureau)\.?(\s*\([^()]{0,80}\)?)?\.?$/i
/** The same of older versions. A person writes of others with a title or an article, or without a full stop. */
const formerlyAway =
  /^(?!(Herrn?|Frau|Mrs?|Ms|Mme|Madame|M|Monsieur|Der|Die|Das|The|Le|La|Mein|Meine|Unser|Unsere|Ihr|Ihre|My|Our|Your|Mon|Ma|Notre|Votre)\b)\p{Lu}[\p{L}'’-]{1,40}( \p{Lu}[\p{L}.'’-]{0,40}){1,3}(\/[\p{L}\d/ -]{1,60})? (is out of the office|ist au(ss|ß)er Haus|est absente? du bureau)\.$/u

const saysAway = (subject: string) => [autoSubject, away, formerlyAway].some((sign) => sign.test(subject.trim()))

/** Classifies a message by its header and parts. */
export function classify(signs: Signs): EmailKind {
  const { header, partTypes } = signs
  const contentType = header('content-type') ?? ''
  if (partTypes.includes('message/feedback-report') || /report-type="?feedback-report/i.test(contentType))
    return 'FEEDBACK'
  if (signs.arrived) return 'AUTO'
  if (
    partTypes.includes('message/disposition-notification') ||
    /report-type="?disposition-notification/i.test(contentType)
  ) {
    return 'RECEIPT'
  }
  if (isBounce(signs)) return signs.onlyDelayed ? 'DELAYED' : 'BOUNCE'
  const submitted = (header('auto-submitted') ?? 'no').trim().toLowerCase()
  if (!submitted.startsWith('no') || hasAutoHeader(header) || saysAway(signs.subject)) return 'AUTO'
  if (header('list-id') || header('list-unsubscribe') || /^\s*(bulk|list|junk)/i.test(header('precedence') ?? '')) {
    return 'BULK'
  }
  return partTypes.includes('text/calendar') ? 'CALENDAR' : 'NORMAL'
}

function isBounce(signs: Signs): boolean {
  const { header, subject, fromAddress, fromName, partTypes, text } = signs
  const contentType = header('content-type') ?? ''
  const isReport = /^\s*multipart\/report/i.test(contentType)
  if (isReport && /report-type="?delivery-status/i.test(contentType)) return true
  if (partTypes.some((type) => /^message\/(global-)?delivery-status$/.test(type))) return true
  if (header('x-failed-recipients')) return true
  const nobody = ['', '<>'].includes((header('return-path') ?? 'unknown').trim())
  const daemon = machine.test(fromAddress) || machineName.test(fromName) || fromAddress === ''
  const words = [bounceSubject.test(subject), saysFailure(text)].filter(Boolean).length
  const namesReason = signs.namesRecipient && /\b5(\.\d){2}\b|\b55\d\b/.test(text)
  // Some servers mark reports as answers. Without a subject, the text must say more than that of an absent person.
  if (answersByItself(signs)) return subject === '' && saysFailure(text) && (daemon || (nobody && namesReason))
  if (nobody && daemon) return true
  if (nobody || daemon || isReport) return words > 0
  // Without a sign of a program: exclude a person's message that forwards a bounce.
  return words === 2 && namesReason && !answered.test(subject)
}

/** Whether the message is an automatic answer of somebody who is away. */
const answersByItself = ({ header, subject }: Signs) =>
  saysAway(subject) || (/^\s*auto-replied/i.test(header('auto-submitted') ?? '') && !bounceSubject.test(subject))

const hasAutoHeader = (header: Signs['header']) =>
  ['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => header(name) !== undefined) ||
  /^\s*auto_?reply/i.test(header('precedence') ?? '')

/** Whether the message must not be answered automatically (RFC 3834). */
export function refusesAnswers({ header, fromAddress }: Signs, kind: EmailKind): boolean {
  if (kind !== 'NORMAL' && kind !== 'CALENDAR') return true
  if ((header('return-path') ?? '').trim() === '<>') return true
  if (/\b(all|oof|autoreply)\b/i.test(header('x-auto-response-suppress') ?? '')) return true
  return (
    machine.test(fromAddress) ||
    /^(no[-_.]?reply|do[-_.]?not[-_.]?reply|(bitte[-_.]?)?nicht[-_.]?antworten|keine[-_.]?antwort|ne[-_.]?pas[-_.]?repondre)[@+._-]/i.test(
      fromAddress,
    )
  )
}
