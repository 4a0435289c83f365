import { plainLine } from './faults.ts'
import type { ReadReport } from './message.ts'

interface Part {
  readonly mimeType: string
  readonly content: Uint8Array
}

const mostRecipients = 100
const text = (content: Uint8Array) => new TextDecoder().decode(content)
const isStatus = (type: string) => /^message\/(global-)?delivery-status$/.test(type)

/** What a report (RFC 3464), or a text in the manner of one, says about which message did not reach whom. */
export function readReport(
  parts: readonly Part[],
  body: string,
  header: (name: string) => string | undefined,
): ReadReport | null {
  const status = parts.find(({ mimeType }) => isStatus(mimeType))
  const recipients = status ? fromStatus(text(status.content)) : fromHeaderOrText(header, body)
  const originalMessageId = idOfOriginal(parts) ?? (status ? '' : idInText(body))
  const receipt = parts.find(({ mimeType }) => mimeType === 'message/disposition-notification')
  if (receipt)
    return {
      originalMessageId: field(text(receipt.content), 'original-message-id').replace(/[<>]/g, ''),
      recipients: [],
    }
  if (recipients.length === 0 && !originalMessageId) return null
  return { originalMessageId, recipients: recipients.slice(0, mostRecipients) }
}

/** Groups of fields: the first is about the message, each other one about a recipient. */
function fromStatus(status: string): ReadReport['recipients'] {
  return status
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n\s*\n/)
    .flatMap((group) => {
      const recipient = field(group, 'final-recipient') || field(group, 'original-recipient')
      const action = field(group, 'action').toLowerCase()
      if (!recipient || action === 'delivered' || action === 'relayed' || action === 'expanded') return []
      return [
        {
          recipient: addressOf(recipient),
          status: /\d\.\d{1,3}\.\d{1,3}/.exec(field(group, 'status'))?.[0] ?? '',
          delayed: action === 'delayed',
          diagnostic: plainLine(field(group, 'diagnostic-code').replace(/^smtp\s*;\s*/i, '')),
        },
      ]
    })
}

function fromHeaderOrText(header: (name: string) => string | undefined, body: string): ReadReport['recipients'] {
  const failed = header('x-failed-recipients')?.split(',') ?? []
  const diagnostic = /\b[45]\d\d[ -][45]\.\d{1,3}\.\d{1,3}[^\n]{0,300}|\b5\d\d [^\n]{0,300}/.exec(body)?.[0] ?? ''
  const status = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(body)?.[0] ?? ''
  const named =
    failed.length > 0 ? failed : (/^[ \t]*<?([^\s<>@]+@[^\s<>:;,]+)>?:?[ \t\r]*$/m.exec(body)?.slice(1, 2) ?? [])
  return named.map((one) => ({ recipient: addressOf(one), status, delayed: false, diagnostic: plainLine(diagnostic) }))
}

/** The id in the head of the message that a report brings along, whole or as head alone. */
function idOfOriginal(parts: readonly Part[]): string | null {
  for (const { mimeType, content } of parts) {
    if (mimeType !== 'message/rfc822' && mimeType !== 'text/rfc822-headers' && mimeType !== 'message/global') continue
    const [head = ''] = text(content.subarray(0, 100_000)).split(/\r?\n\r?\n/)
    const id = idInText(head)
    if (id) return id
  }
  return null
}

const idInText = (content: string) => /^message-id:\s*<([^<>\s]+)>/im.exec(content)?.[1] ?? ''
const field = (group: string, name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(group)?.[1]?.trim() ?? ''
const addressOf = (value: string) =>
  value
    .replace(/^[\w-]+\s*;\s*/, '')
    .replace(/[<>\s]/g, '')
    .slice(0, 320)
