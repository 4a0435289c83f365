import type { FolderRole } from '#contract/mail/mailboxes'
import type { Config } from '../../config.ts'
import { MailError, mailError } from './faults.ts'
import { type GraphClient, graphClient, ResyncNeeded } from './graph-client.ts'
import type { ConnectedMailbox } from './mailbox.ts'
import type {
  FetchedMessage,
  FolderCursor,
  Look,
  RemoteFolder,
  RemoteMessage,
  Transport,
  UnreadMessage,
  WaitingMessage,
} from './transport.ts'

/** Concurrent requests that Microsoft allows an application per mailbox. */
const atOnce = 4
const mostPages = 20_000
/** Attempts to fetch a source that breaks off; after that only the head is filed. */
const mostTries = 3
const wellKnown: Record<string, FolderRole> = {
  inbox: 'INBOX',
  sentitems: 'SENT',
  drafts: 'DRAFTS',
  junkemail: 'JUNK',
  deleteditems: 'TRASH',
  archive: 'ARCHIVE',
}

interface Page<T> {
  readonly value: readonly T[]
  readonly '@odata.nextLink'?: string
  readonly '@odata.deltaLink'?: string
}
interface Folder {
  readonly id: string
  readonly displayName: string
  readonly totalItemCount?: number
  readonly childFolderCount?: number
}
interface Message {
  readonly id: string
  readonly receivedDateTime?: string
  readonly isRead?: boolean
  readonly '@removed'?: object
}

/** Opens a mailbox of a Microsoft 365 tenant through Microsoft Graph, which is polled. */
export async function openGraph(
  config: Config,
  mailbox: Pick<ConnectedMailbox, 'office' | 'secrets'>,
): Promise<Transport> {
  const abandoned = new AbortController()
  const client = graphClient(config, mailbox, abandoned.signal)
  // Replaces a sign-in: without an inbox nothing else works.
  if (!(await client.json<Folder>('mailFolders/inbox'))) throw new MailError('NOT_ALLOWED', 'there is no such mailbox')
  let known: RemoteFolder[] | null = null
  const folders = async () => {
    known ??= await listFolders(client)
    return known
  }
  return {
    folders,
    look: (cursor, _whole, found) => look(client, cursor, found),
    fetch: (_cursor, messages, maxBytes) => fetchMessages(client, messages, maxBytes),
    async tell(cursor, uid, task, home) {
      const message = `messages/${encodeURIComponent(uid)}`
      if (task === 'SEEN' || task === 'UNSEEN') {
        const body = { isRead: task === 'SEEN' }
        return (await client.json<object>(message, { method: 'PATCH', body })) && { moved: null }
      }
      // Exchange marks answers by itself.
      if (task !== 'BIN' && task !== 'UNBIN') return { moved: null }
      const role = task === 'BIN' ? 'TRASH' : 'INBOX'
      const known = await folders()
      const own = task === 'UNBIN' && home?.ref ? known.find(({ ref }) => ref === home.ref) : undefined
      const there = own ?? known.find((folder) => folder.role === role)
      if (there?.path === cursor.path) return { moved: null }
      const body = { destinationId: own?.ref ?? (task === 'BIN' ? 'deleteditems' : 'inbox') }
      const moved = await client.json<{ id: string }>(`${message}/move`, { method: 'POST', body })
      return moved && { moved: there ? { path: there.path, role: there.role, uidValidity: 0, uid: moved.id } : null }
    },
    watch: () => null,
    close: async () => {},
    abandon: () => abandoned.abort(),
  }
}

async function listFolders(client: GraphClient): Promise<RemoteFolder[]> {
  const roles = new Map<string, FolderRole>()
  for (const [name, role] of Object.entries(wellKnown)) {
    const folder = await client.json<Folder>(`mailFolders/${name}?$select=id`)
    if (folder) roles.set(folder.id, role)
  }
  const found: RemoteFolder[] = []
  const visit = async (path: string, parent: string): Promise<void> => {
    for await (const { value } of pages<Folder>(client, path)) {
      for (const folder of value) {
        const own = parent ? `${parent}/${folder.displayName}` : folder.displayName
        const role = roles.get(folder.id) ?? 'OTHER'
        found.push({ path: own, role, messages: folder.totalItemCount ?? null, ref: folder.id })
        if (folder.childFolderCount)
          await visit(`mailFolders/${encodeURIComponent(folder.id)}/childFolders?$top=100`, own)
      }
    }
  }
  await visit('mailFolders?$top=100', '')
  return found
}

async function* pages<T>(client: GraphClient, first: string): AsyncGenerator<Page<T>> {
  const seen = new Set<string>()
  for (let link: string | undefined = first; link; ) {
    if (seen.has(link) || seen.size > mostPages) throw new MailError('PROTOCOL', 'the list has no end')
    seen.add(link)
    const page: Page<T> | null = await client.json<Page<T>>(link)
    if (!page) throw new MailError('FOLDER_MISSING')
    yield page
    link = page['@odata.nextLink']
  }
}

async function look(
  client: GraphClient,
  cursor: FolderCursor,
  found: (messages: RemoteMessage[], uidValidity: number) => Promise<void>,
): Promise<Look> {
  const begin = `mailFolders/${encodeURIComponent(cursor.ref ?? '')}/messages/delta?$select=id,internetMessageId,receivedDateTime,isRead`
  try {
    return await lookFrom(client, cursor, cursor.deltaLink ?? begin, found)
  } catch (error) {
    if (!(error instanceof ResyncNeeded) || cursor.deltaLink === null) throw error
    return lookFrom(client, { ...cursor, deltaLink: null }, begin, found)
  }
}

async function lookFrom(
  client: GraphClient,
  cursor: FolderCursor,
  link: string,
  found: (messages: RemoteMessage[], uidValidity: number) => Promise<void>,
): Promise<Look> {
  const all: string[] = []
  const changed: { uid: string; seen: boolean }[] = []
  const gone: string[] = []
  let deltaLink: string | null = null
  for await (const page of pages<Message>(client, link)) {
    const there = page.value.filter((message) => !message['@removed'])
    gone.push(...page.value.filter((message) => message['@removed']).map(({ id }) => id))
    all.push(...there.map(({ id }) => id))
    for (const { id, isRead } of there) if (isRead !== undefined) changed.push({ uid: id, seen: isRead })
    if (there.length > 0) await found(there.map(remote), 0)
    deltaLink = page['@odata.deltaLink'] ?? null
  }
  if (!deltaLink) throw new MailError('PROTOCOL', 'the list says not where to go on')
  const whole = cursor.deltaLink === null
  return { cursor: { ...cursor, uidValidity: 0, deltaLink }, changed, gone, all: whole ? all : null }
}

function remote({ id, receivedDateTime, isRead }: Message): RemoteMessage {
  const receivedAt = receivedDateTime ? new Date(receivedDateTime) : null
  return { uid: id, receivedAt, sizeByte: null, seen: isRead ?? null }
}

async function* fetchMessages(
  client: GraphClient,
  messages: readonly WaitingMessage[],
  maxBytes: number,
): AsyncGenerator<FetchedMessage | UnreadMessage> {
  const fetched = (message: RemoteMessage) =>
    fetchMessage(client, message, maxBytes).catch(
      (error: unknown): UnreadMessage => ({ uid: message.uid, source: null, refusal: mailError(error) }),
    )
  for (let at = 0; at < messages.length; at += atOnce) {
    const answers = await Promise.all(messages.slice(at, at + atOnce).map(fetched))
    const broken = answers.find((one) => one?.source === null && one.refusal.fault !== 'PROTOCOL')
    for (const one of answers) {
      if (one && (one.source !== null || one === broken || one.refusal.fault === 'PROTOCOL')) yield one
    }
    if (broken?.source === null) throw broken.refusal
  }
}

async function fetchMessage(
  client: GraphClient,
  message: RemoteMessage,
  maxBytes: number,
): Promise<FetchedMessage | null> {
  for (let tries = 1; ; tries++) {
    const answer = await client.bytes(`messages/${encodeURIComponent(message.uid)}/$value`, maxBytes)
    if (!answer) return null
    const { content: source, brokenOff } = answer
    if (!brokenOff) return { ...message, source, whole: source.length <= maxBytes }
    if (tries < mostTries) continue
    // Some sources, mainly large ones, never arrive completely.
    if (!source.includes('\r\n\r\n')) throw new MailError('DISCONNECTED')
    return { ...message, source, whole: false }
  }
}
