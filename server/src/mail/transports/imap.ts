import type { ImapFlow, ListOptions, ListResponse } from 'imapflow'
import type { FolderRole, ServerTask } from '#contract/mail/mailboxes'
import { MailError, mailError } from './faults.ts'
import { asDate, asking, connectImap, forgetRefusal, open, refusalOf } from './imap-connection.ts'
import { fetchImap } from './imap-fetch.ts'
import type {
  FolderCursor,
  Look,
  Place,
  RemoteFolder,
  RemoteMessage,
  ServerAccess,
  Told,
  Transport,
} from './transport.ts'

const listedAtOnce = 1000

const roles: Record<string, FolderRole> = {
  '\\Inbox': 'INBOX',
  '\\Sent': 'SENT',
  '\\Drafts': 'DRAFTS',
  '\\Junk': 'JUNK',
  '\\Trash': 'TRASH',
  '\\Archive': 'ARCHIVE',
}

const flags: Partial<Record<ServerTask, string>> = {
  SEEN: '\\Seen',
  UNSEEN: '\\Seen',
  ANSWERED: '\\Answered',
  FORWARDED: '$Forwarded',
}

const inbox: Place = { path: 'INBOX', role: 'INBOX' }

/** Signs in to an IMAP server; a second connection is opened only to watch a folder. */
export async function openImap(access: ServerAccess): Promise<Transport> {
  const client = await connectImap(access)
  /** Bin and existing folders as the tasks of this round found them; `folders` begins a new round. */
  let bin: Place | null = null
  const isThere = new Map<string, boolean>()
  const folders = async (query?: ListOptions) =>
    (await asking(client, () => client.list(query))).filter(isSelectable).map(remoteFolder)
  return {
    folders() {
      bin = null
      isThere.clear()
      return folders({ statusQuery: { messages: true } })
    },
    look: (cursor, whole, found) => asking(client, () => look(client, cursor, whole, found)),
    fetch: (cursor, messages, maxBytes) => fetchImap(client, cursor, messages, maxBytes),
    async tell(cursor, uid, task, home) {
      if (task === 'BIN') bin ??= (await folders()).find(({ role }) => role === 'TRASH') ?? null
      if (task !== 'UNBIN') return asking(client, () => tell(client, cursor, uid, task, bin))
      if (home && !isThere.has(home.path)) {
        isThere.set(home.path, await asking(client, () => isFolder(client, home.path)))
      }
      const place: Place = home && isThere.get(home.path) ? { path: home.path, role: 'OTHER' } : inbox
      return asking(client, () => tell(client, cursor, uid, task, place))
    },
    watch: (cursor, news, signal) => (client.capabilities.has('IDLE') ? watch(access, cursor, news, signal) : null),
    async close() {
      await client.logout().catch(() => {})
      client.close()
    },
    abandon: () => client.close(),
  }
}

/**
 * Whether a folder exists. It is opened, because some servers list a deleted folder as long as it has subfolders. One
 * that is listed and refused for another reason is there.
 */
async function isFolder(client: ImapFlow, path: string): Promise<boolean> {
  try {
    await client.mailboxOpen(path, { readOnly: true })
    return true
  } catch (error) {
    const refusal = mailError(error)
    if (refusal.fault === 'FOLDER_MISSING' || saysMissing.test(refusal.said)) return false
    if (!client.usable) throw refusal
    const isListed = (await client.list()).some((folder) => folder.path === path && isSelectable(folder))
    if (isListed) throw refusal
    return false
  }
}

/** Dovecot answers so, without a code, for a deleted folder that still has subfolders. */
const saysMissing = /(?:doesn't|does not) exist|no such (?:mailbox|folder)/i

const isSelectable = ({ flags }: ListResponse) => !flags.has('\\Noselect') && !flags.has('\\NonExistent')

function remoteFolder(folder: ListResponse): RemoteFolder {
  const role = folder.path.toUpperCase() === 'INBOX' ? 'INBOX' : roles[folder.specialUse ?? '']
  return { path: folder.path, role: role ?? 'OTHER', messages: folder.status?.messages ?? null, ref: null }
}

async function look(
  client: ImapFlow,
  cursor: FolderCursor,
  whole: boolean,
  found: (messages: RemoteMessage[], uidValidity: number) => Promise<void>,
): Promise<Look> {
  // Selected again, so that the counts are current.
  const opened = await open(client, cursor.path)
  const uidValidity = Number(opened.uidValidity)
  const known = cursor.uidValidity === uidValidity ? cursor : null
  const from = known?.uidNext ?? 1
  let uidNext = Math.max(from, opened.uidNext)
  let portion: RemoteMessage[] = []
  if (opened.exists > 0 && uidNext > from) {
    const query = { uid: true, flags: true, internalDate: true, size: true }
    for await (const { uid, flags, internalDate, size } of client.fetch(`${from}:*`, query, { uid: true })) {
      // `n:*` returns the last message even if nothing is new.
      if (uid < from) continue
      uidNext = Math.max(uidNext, uid + 1)
      portion.push({
        uid: String(uid),
        receivedAt: asDate(internalDate),
        sizeByte: size ?? null,
        seen: flags?.has('\\Seen') ?? null,
      })
      if (portion.length < listedAtOnce) continue
      await found(portion, uidValidity)
      portion = []
    }
    if (!client.usable) throw new MailError('DISCONNECTED')
    if (portion.length > 0) await found(portion, uidValidity)
  }
  const highestModseq = opened.highestModseq === undefined ? null : Number(opened.highestModseq)
  const { changed, all } = await lookAtKnown(client, known, whole, opened.exists, highestModseq)
  return {
    cursor: { ...cursor, uidValidity, uidNext, highestModseq },
    changed,
    gone: [],
    all,
  }
}

/** Finds changed flags and deletions among the messages before the cursor. */
async function lookAtKnown(
  client: ImapFlow,
  known: FolderCursor | null,
  whole: boolean,
  exists: number,
  highestModseq: number | null,
): Promise<Pick<Look, 'changed' | 'all'>> {
  const changed: { uid: string; seen: boolean }[] = []
  if (!known?.uidNext) return { changed, all: null }
  if (!whole) {
    if (highestModseq === null || known.highestModseq === null || highestModseq <= known.highestModseq) {
      return { changed, all: null }
    }
    const since = { uid: true, changedSince: BigInt(known.highestModseq) }
    for await (const { uid, flags } of client.fetch('1:*', { uid: true, flags: true }, since)) {
      if (flags && uid < known.uidNext) changed.push({ uid: String(uid), seen: flags.has('\\Seen') })
    }
    if (!client.usable) throw new MailError('DISCONNECTED')
    return { changed, all: null }
  }
  const all: string[] = []
  if (exists > 0) {
    for await (const { uid, flags } of client.fetch('1:*', { uid: true, flags: true }, { uid: true })) {
      all.push(String(uid))
      if (flags) changed.push({ uid: String(uid), seen: flags.has('\\Seen') })
    }
  }
  if (!client.usable) throw new MailError('DISCONNECTED')
  // A list that is shorter than the count is incomplete, so no message is taken for deleted.
  const count = client.mailbox ? client.mailbox.exists : -1
  return { changed, all: all.length >= count && count >= 0 ? all : null }
}

/** Does a task on the server; `place` is the bin, or the folder that the message is brought back to. */
async function tell(
  client: ImapFlow,
  cursor: FolderCursor,
  uid: string,
  task: ServerTask,
  place: Place | null,
): Promise<Told | null> {
  const opened = await open(client, cursor.path)
  if (Number(opened.uidValidity) !== cursor.uidValidity) return null
  const wanted = flags[task]
  // A folder that keeps no such flag, as one that may only be read, has nothing to be told.
  if (wanted && opened.permanentFlags && !['\\*', wanted].some((one) => opened.permanentFlags?.has(one))) return null
  forgetRefusal(client)
  const there = await client.search({ uid }, { uid: true })
  if (there === undefined || there === false) throw new MailError('DISCONNECTED')
  if (there.length === 0) return null
  const byUid = { uid: true }
  const move = async ({ path: to, role }: Place): Promise<Told> => {
    const atOnce = client.capabilities.has('MOVE') || client.capabilities.has('UIDPLUS')
    const moved = await (atOnce ? client.messageMove(uid, to, byUid) : client.messageCopy(uid, to, byUid))
    if (!moved || !(atOnce || (await remove(client, uid)))) throw refusalOf(client, 'the message could not be moved')
    const newUid = moved.uidMap?.get(Number(uid))
    if (!newUid || !moved.uidValidity) return { moved: null }
    return { moved: { path: to, role, uidValidity: Number(moved.uidValidity), uid: String(newUid) } }
  }
  if ((task === 'BIN' || task === 'UNBIN') && place && place.path !== cursor.path) return move(place)
  const done = await flag(client, uid, task, place)
  if (!done) throw refusalOf(client, `the server does not take ${task}`)
  return { moved: null }
}

async function flag(client: ImapFlow, uid: string, task: ServerTask, place: Place | null): Promise<boolean> {
  const byUid = { uid: true }
  const wanted = flags[task]
  if (task === 'UNSEEN') return client.messageFlagsRemove(uid, ['\\Seen'], byUid)
  if (wanted) return client.messageFlagsAdd(uid, [wanted], byUid)
  // The message is there already.
  if ((task === 'BIN' || task === 'UNBIN') && place) return true
  return remove(client, uid)
}

/**
 * Deletes a message. Without UIDPLUS, EXPUNGE removes everything that is marked as deleted, so if other messages are
 * marked, this one is only marked, too.
 */
async function remove(client: ImapFlow, uid: string): Promise<boolean> {
  const byUid = { uid: true }
  if (!client.capabilities.has('UIDPLUS')) {
    const marked = await client.search({ deleted: true }, byUid)
    if (!marked) throw new MailError('DISCONNECTED')
    if (marked.some((one) => String(one) !== uid)) return client.messageFlagsAdd(uid, ['\\Deleted'], byUid)
  }
  return client.messageDelete(uid, byUid)
}

async function watch(
  access: ServerAccess,
  cursor: FolderCursor,
  news: (gone: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  // Renewing IDLE detects a dead connection.
  const patience = { autoIdleDelay: 50, maxIdleTime: 5 * 60_000, socketTimeout: 10 * 60_000 }
  const client = await connectImap(access, { disableAutoIdle: false, ...patience })
  const end = () => client.close()
  signal.addEventListener('abort', end, { once: true })
  try {
    client.on('exists', () => news(false))
    client.on('flags', () => news(false))
    client.on('expunge', () => news(true))
    const closed = new Promise<void>((done) => client.once('close', done))
    await open(client, cursor.path)
    // Messages may have arrived between the latest look and now.
    news(false)
    if (!client.isClosed && !signal.aborted) await closed
  } finally {
    signal.removeEventListener('abort', end)
    client.close()
  }
  if (!signal.aborted) throw new MailError('DISCONNECTED')
}
