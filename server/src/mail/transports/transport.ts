import type { FolderRole, MailServer } from '#contract/mail/mailboxes'

/** A folder on a server. */
export interface RemoteFolder {
  readonly path: string
  readonly role: FolderRole
  readonly messages: number | null
  /** Where the server names it otherwise than by its path. */
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

/** What a look into a folder found apart from new messages. */
export interface Look {
  /** To be saved after the new messages. */
  readonly cursor: FolderCursor
  readonly changed: readonly { readonly uid: string; readonly seen: boolean }[]
  readonly gone: readonly string[]
  /** All ids of the folder when every message was listed, so that any other is gone; null otherwise. */
  readonly all: readonly string[] | null
}

export interface FetchedMessage {
  readonly uid: string
  readonly source: Buffer
  /** False: too large, and the source is the head alone. */
  readonly whole: boolean
  readonly receivedAt: Date | null
  readonly seen: boolean | null
}

/** What still has to be told to a server about a message. */
export const serverTasks = ['SEEN', 'UNSEEN', 'ANSWERED', 'FORWARDED', 'BIN', 'UNBIN', 'REMOVE'] as const
export type ServerTask = (typeof serverTasks)[number]

/** What became of a message that a server was told of; `moved` where it lies elsewhere since. */
export interface Told {
  readonly moved: (Place & { readonly uidValidity: number; readonly uid: string }) | null
}

/**
 * A signed-in connection to a mailbox. Whatever goes wrong is thrown as a MailError; a connection that ended is an
 * error too and never an empty answer.
 */
export interface Transport {
  folders(): Promise<RemoteFolder[]>
  /**
   * Tells of the messages that came after the cursor, in portions and in the order of the server, together with the
   * validity of their ids. `whole` looks at every message, so that flags and what is gone are found without the
   * server's help.
   */
  look(
    cursor: FolderCursor,
    whole: boolean,
    found: (messages: RemoteMessage[], uidValidity: number) => Promise<void>,
  ): Promise<Look>
  /** The sources of the messages that are still there; of one larger than `maxBytes` the head. */
  fetch(cursor: FolderCursor, messages: readonly RemoteMessage[], maxBytes: number): AsyncIterable<FetchedMessage>
  /** Null when the message is no longer there. `home` is the folder that UNBIN brings it back to; the inbox where it is gone. */
  tell(cursor: FolderCursor, uid: string, task: ServerTask, home?: HomeFolder | null): Promise<Told | null>
  /**
   * Calls `news` when something came, changed or (`gone`) vanished in the folder, until the signal, and throws when the
   * connection ends before; null where the server does not tell.
   */
  watch(cursor: FolderCursor, news: (gone: boolean) => void, signal: AbortSignal): Promise<void> | null
  close(): Promise<void>
  /** Closes the connection at once without a logout: pending commands fail. */
  abandon(): void
}

/** Timeout for a server that does not answer. */
export const giveUpMs = 15_000

/** Where and as whom to sign in: with a password, or with a token that is asked for each time. */
export interface ServerAccess {
  readonly server: MailServer
  readonly password: string | null
  /** `fresh` where the last one was refused. */
  readonly token: ((fresh: boolean) => Promise<string>) | null
  /** Certificates to trust beside those of the system. */
  readonly trusted?: string
  /** Timeout in milliseconds instead of the usual one. */
  readonly giveUp?: number
}
