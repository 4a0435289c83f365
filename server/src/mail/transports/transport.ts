import type { FolderRole, MailServer, ServerTask } from '#contract/mail/mailboxes'
import type { MailError } from './faults.ts'

/** A folder on a server. */
export interface RemoteFolder {
  readonly path: string
  readonly role: FolderRole
  readonly messages: number | null
  /** Id of the folder, if the server does not identify it by its path. */
  readonly ref: string | null
}

export type HomeFolder = Pick<RemoteFolder, 'path' | 'ref'>
export type Place = Pick<RemoteFolder, 'path' | 'role'>

/** The cursor of a folder: how far it has been read. */
export interface FolderCursor {
  readonly path: string
  readonly ref: string | null
  /** UIDVALIDITY of IMAP: UIDs with another validity mean other messages. 0 where ids never change. */
  readonly uidValidity: number | null
  readonly uidNext: number | null
  readonly highestModseq: number | null
  readonly deltaLink: string | null
}

/** A message as the server lists it. */
export interface RemoteMessage {
  readonly uid: string
  readonly receivedAt: Date | null
  readonly sizeByte: number | null
  readonly seen: boolean | null
}

/** A message that is to be fetched. */
export interface WaitingMessage extends RemoteMessage {
  /** How often the server refused to send it, or hung up when it was asked for. */
  readonly refusals: number
}

/**
 * Refusals after which a message is asked for its head if the whole is refused again; they take the better part of an
 * hour.
 */
export const mostRefusals = 10

/** What a look into a folder found apart from new messages. */
export interface Look {
  /** To be saved after the new messages. */
  readonly cursor: FolderCursor
  readonly changed: readonly { readonly uid: string; readonly seen: boolean }[]
  readonly gone: readonly string[]
  /** All ids of the folder if every message was listed, so that any other is gone; null otherwise. */
  readonly all: readonly string[] | null
}

export interface FetchedMessage {
  readonly uid: string
  readonly source: Buffer
  /** False for a message that is too large; the source is then the head alone. */
  readonly whole: boolean
  readonly receivedAt: Date | null
  readonly seen: boolean | null
}

/** Message that the server refuses to send, or at which the connection broke: then fetching fails after it. */
export interface UnreadMessage {
  readonly uid: string
  readonly source: null
  readonly refusal: MailError
}

/** Result of a task; `moved` is the new place of a message that was moved. */
export interface Told {
  readonly moved: (Place & { readonly uidValidity: number; readonly uid: string }) | null
}

/** A signed-in connection to a mailbox. All errors are MailErrors; a lost connection is never an empty answer. */
export interface Transport {
  folders(): Promise<RemoteFolder[]>
  /**
   * Reports messages that arrived after the cursor, in portions and in the order of the server, with the validity of
   * their ids. `whole` checks every message, so that flags and deletions are found without the server's help.
   */
  look(
    cursor: FolderCursor,
    whole: boolean,
    found: (messages: RemoteMessage[], uidValidity: number) => Promise<void>,
  ): Promise<Look>
  /**
   * Yields the sources of the messages that still exist, in their order, so that the first one without a source is the
   * one at which the server hung up; of one larger than `maxBytes` the head, and of one refused more than
   * `mostRefusals` times.
   */
  fetch(
    cursor: FolderCursor,
    messages: readonly WaitingMessage[],
    maxBytes: number,
  ): AsyncIterable<FetchedMessage | UnreadMessage>
  /**
   * Does a task; null if the message is gone or its folder keeps no such flag. UNBIN moves it to `home`, or to the inbox
   * if that is gone.
   */
  tell(cursor: FolderCursor, uid: string, task: ServerTask, home?: HomeFolder | null): Promise<Told | null>
  /**
   * Calls `news` when something arrived, changed or vanished (`gone`) in the folder, until the signal; throws when the
   * connection ends before. Null if the server has no push.
   */
  watch(cursor: FolderCursor, news: (gone: boolean) => void, signal: AbortSignal): Promise<void> | null
  close(): Promise<void>
  /** Closes the connection at once without a logout: pending commands fail. */
  abandon(): void
}

/** Timeout in milliseconds for a server that does not answer. */
export const giveUpMs = 15_000

/** Server and user to sign in with: by a password, or by a token that is requested each time. */
export interface ServerAccess {
  readonly server: MailServer
  readonly password: string | null
  /** `fresh` is true if the last token was refused. */
  readonly token: ((fresh: boolean) => Promise<string>) | null
  /** Certificates to trust besides those of the system. */
  readonly trusted?: string
  /** Timeout in milliseconds instead of the usual one. */
  readonly giveUp?: number
}
