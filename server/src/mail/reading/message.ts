import type { EmailKind, MailAddress, ParseState } from '#contract/mail/emails'

/** A parsed message: its texts can be stored, and its HTML is safe to show. */
export interface ReadMessage {
  /** Id of the e-mail that it becomes; the URLs of its pictures contain it. */
  readonly id: string
  /** SHA-256 without the headers that servers on the way add. */
  readonly contentHash: string
  /** Without angle brackets; empty if it has none. */
  readonly messageId: string
  readonly inReplyTo: string
  /** The oldest first; `inReplyTo` is not added if it is missing there. */
  readonly references: readonly string[]
  readonly subject: string
  readonly from: MailAddress
  readonly to: readonly MailAddress[]
  readonly cc: readonly MailAddress[]
  readonly bcc: readonly MailAddress[]
  readonly replyTo: readonly MailAddress[]
  readonly sentAt: string | null
  /** Time of the latest Received header. */
  readonly receivedAt: string | null
  readonly html: string
  readonly text: string
  readonly preview: string
  readonly blockedPictures: readonly string[]
  readonly attachments: readonly ReadAttachment[]
  readonly invitations: readonly ReadInvitation[]
  readonly kind: EmailKind
  /** Whether it must not be answered automatically. */
  readonly refusesAnswers: boolean
  /** Content of a report about another message. */
  readonly report: ReadReport | null
  readonly seal: 'NONE' | 'SIGNED' | 'ENCRYPTED'
  readonly parseState: ParseState
}

export interface ReadAttachment {
  readonly id: string
  readonly name: string
  readonly mimeType: string
  readonly content: Uint8Array
  readonly contentId: string
  readonly inline: boolean
}

export interface ReadInvitation {
  readonly method: string
  readonly title: string
  readonly startsAt: string | null
  readonly endsAt: string | null
  readonly wholeDay: boolean
  readonly place: string
  readonly organiser: string
  readonly attachmentId: string
}

export interface ReadReport {
  /** Id of the message that the report is about. */
  readonly originalMessageId: string
  readonly recipients: readonly {
    readonly recipient: string
    readonly status: string
    readonly delayed: boolean
    readonly diagnostic: string
  }[]
}
