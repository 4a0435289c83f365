import type { EmailKind, MailAddress, ParseState } from '#contract/mail/emails'

/** A parsed message: its texts can be stored, and its HTML is safe to show. */
export interface ReadMessage {
  /** Of the e-mail that it becomes: its pictures name it. */
  readonly id: string
  /** SHA-256 without the headers that servers on the way add. */
  readonly contentHash: string
  /** Without angle brackets; empty where it has none. */
  readonly messageId: string
  readonly inReplyTo: string
  /** The first first, without `inReplyTo` where that is not among them. */
  readonly references: readonly string[]
  readonly subject: string
  readonly from: MailAddress
  readonly to: readonly MailAddress[]
  readonly cc: readonly MailAddress[]
  readonly bcc: readonly MailAddress[]
  readonly replyTo: readonly MailAddress[]
  readonly sentAt: string | null
  /** Of the server that took it last. */
  readonly receivedAt: string | null
  readonly html: string
  readonly text: string
  readonly preview: string
  readonly blockedPictures: readonly string[]
  readonly attachments: readonly ReadAttachment[]
  readonly invitations: readonly ReadInvitation[]
  readonly kind: EmailKind
  /** Nobody wants an automatic answer to it. */
  readonly refusesAnswers: boolean
  /** What a report says of another message. */
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
  /** The message that it is about. */
  readonly originalMessageId: string
  readonly recipients: readonly {
    readonly recipient: string
    readonly status: string
    readonly delayed: boolean
    readonly diagnostic: string
  }[]
}
