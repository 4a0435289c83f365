import { plainLine } from '../transports/faults.ts'
import { addressesIn, addressesOfQuote, onlyAddressIn, partsOfReport, saysDelay } from './bounce-text.ts'
import type { ReadReport } from './message.ts'
import { clean, cut, idLength } from './storable.ts'

interface Part {
  readonly mimeType: string
  readonly content: Uint8Array
}

/** A message that may be a report about another one. */
interface Reporting {
  readonly parts: readonly Part[]
  readonly subject: string
  readonly body: string
  readonly header: (name: string) => string | undefined
  /** Sender and recipients of the report, who are not the recipients that were missed. */
  readonly people: readonly string[]
}

const mostRecipients = 100
const mostLooked = 100_000
const textOf = ({ content }: Part) => new TextDecoder().decode(content.subarray(0, mostLooked)).replaceAll('\r', '')
const isStatus = ({ mimeType }: Part) => /^message\/(global-)?delivery-status$/.test(mimeType)
const isOriginal = ({ mimeType }: Part) =>
  /^(message\/(rfc822|global|partial|rfc822-headers|global-headers)|text\/rfc822(-headers?)?)$/.test(mimeType)
const isReceipt = ({ mimeType }: Part) => mimeType === 'message/disposition-notification'
const arrivedActions = /^(delivered|relayed|expanded)$/

/** Reads which message did not reach whom, from a report (RFC 3464) or from text in its style. */
export function readReport(mail: Reporting): ReadReport | null {
  const receipt = mail.parts.find(isReceipt)
  if (receipt) return { originalMessageId: asId(field(textOf(receipt), 'original-message-id')), recipients: [] }
  const recipients = recipientsOf(mail)
  const originalMessageId = idOfOriginal(mail)
  if (recipients.length === 0 && !originalMessageId) return null
  return { originalMessageId, recipients: recipients.slice(0, mostRecipients) }
}

/** Whether a report says of every recipient that the message arrived. */
export function tellsOfArrival(parts: readonly Part[]): boolean {
  const actions = parts.filter(isStatus).flatMap((part) => groupsOf(textOf(part)).map(actionOf).filter(Boolean))
  return actions.length > 0 && actions.every((action) => arrivedActions.test(action))
}

const actionOf = (group: string) => /^\w+/.exec(field(group, 'action').toLowerCase())?.[0] ?? ''

function recipientsOf(mail: Reporting): ReadReport['recipients'] {
  const status = mail.parts.filter(isStatus)
  const told = [...status, ...passedOn(mail.parts)].flatMap((part) => groupsOf(textOf(part)).flatMap(fromGroup))
  if (told.length > 0 || tellsOfArrival(mail.parts)) return told
  return fromText(mail, status.map(textOf).join('\n'))
}

/** Returns reports that another server wrapped into its own. */
const passedOn = (parts: readonly Part[]) =>
  parts.filter((part) => isOriginal(part) && /^content-type:\s*multipart\/report/im.test(headOf(part)))

/** Splits a status into groups of fields: the first is about the message, each other one about a recipient. */
const groupsOf = (status: string) => status.replace(/\n[ \t]+/g, ' ').split(/\n\s*\n/)

function fromGroup(group: string): ReadReport['recipients'] {
  const named = ['final-recipient', 'original-recipient', 'x-actual-recipient', 'x-failed-recipients']
    .map((name) => addressIn(field(group, name)))
    .find((one) => one.includes('@'))
  const recipient = named ?? addressIn(field(group, 'final-recipient'))
  const action = actionOf(group)
  if (!recipient || arrivedActions.test(action)) return []
  const diagnostic = field(group, 'diagnostic-code').replace(/^[\w-]+\s*;\s*/, '')
  return [
    {
      recipient,
      status: statusIn(field(group, 'status')) || statusIn(diagnostic),
      delayed: action === 'delayed',
      diagnostic: plainLine(diagnostic),
    },
  ]
}

/** Reads the recipients from a report that is written for people only. */
function fromText({ parts, subject, body, header, people }: Reporting, status: string): ReadReport['recipients'] {
  const { said, quote } = partsOfReport(reportTextOf(body, parts))
  const head = parts.filter(isOriginal).map(headOf).join('\n') || quote
  const lower = people.map((one) => one.toLowerCase())
  const finders = [
    () => (header('x-failed-recipients') ?? '').split(',').map(addressIn).filter(Boolean),
    () => addressesIn(said, lower),
    () => addressesOfQuote(head, said, lower),
    () => onlyAddressIn(said, lower),
  ]
  const found = finders.reduce<string[]>((known, find) => (known.length > 0 ? known : find()), [])
  const diagnostic = /\b[45]\d\d[ -][45]\.\d{1,3}\.\d{1,3}[^\n]{0,300}|\b5\d\d [^\n]{0,300}/.exec(said)?.[0] ?? ''
  const code = statusIn(status) || statusIn(said)
  const delayed = !code.startsWith('5') && saysDelay(subject, said)
  return found.map((one) => ({ recipient: addressIn(one), status: code, delayed, diagnostic: plainLine(diagnostic) }))
}

/** Returns the text of a report, or that of its attached text files if the body is empty. */
const reportTextOf = (body: string, parts: readonly Part[]) =>
  body.trim() ||
  parts
    .filter(({ mimeType }) => mimeType === 'text/plain')
    .slice(0, 3)
    .map(textOf)
    .join('\n')

const headOf = (part: Part) => textOf(part).trimStart().split('\n\n', 1)[0] ?? ''

/** Returns the id of the message that a report is about: of the attached copy, of quoted text, or of its own header. */
function idOfOriginal({ parts, body, header }: Reporting): string {
  const originals = parts.filter(isOriginal)
  const beside = parts.filter((part) => /^(text|message)\//.test(part.mimeType) && !originals.includes(part))
  const wrapped = passedOn(parts).map((part) => textOf(part).slice(headOf(part).length))
  const texts = [...wrapped, ...originals.map(headOf), ...beside.map(textOf), body.slice(0, mostLooked)]
  for (const one of texts) {
    const id = idInText(one)
    if (id) return id
  }
  return idInHead(header('in-reply-to')) || idInHead(header('references'))
}

function idInText(content: string): string {
  const found =
    /^[> \t|*]*(?:x-)?(?:original-)?message-?id:?[ \t]*(?:\n?[> \t|]*)(?:<([^<>\s]{3,500})>|([^<>\s]{1,250}@[^<>\s]{1,250}))/im.exec(
      content,
    )
  return asId(found?.[1] ?? found?.[2] ?? '')
}
const idInHead = (value = '') => asId(/<([^<>\s]+)>\s*$/.exec(value)?.[1] ?? '')
const asId = (value: string) => cut(clean(value).replace(/[<>\s]/g, ''), idLength)
const field = (group: string, name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(group)?.[1]?.trim() ?? ''
const statusIn = (value: string) => /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(value)?.[0] ?? ''

function addressIn(value: string): string {
  const bare = clean(value).replace(/^[\w-]+\s*;\s*/, '')
  const found = /(?<![^\s<>;,"()])[^\s<>;,"()@]{1,64}@[^\s<>;,"()]{1,255}/.exec(bare)?.[0]
  return cut(found ?? bare.replace(/[<>\s]/g, ''), 320)
}
