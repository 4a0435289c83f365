import { createHash } from 'node:crypto'
import { MailError, mailError } from './faults.ts'
import { Pop3Connection, Pop3Refusal } from './pop3-connection.ts'
import {
  type FetchedMessage,
  type FolderCursor,
  mostRefusals,
  type RemoteMessage,
  type ServerAccess,
  type Transport,
  type UnreadMessage,
  type WaitingMessage,
} from './transport.ts'

interface Listed extends RemoteMessage {
  /** Message number in this session. */
  readonly number: number
}

/** Signs in to a POP3 server. It has one folder, no push, and keeps every message until it is deleted. */
export async function openPop3(access: ServerAccess): Promise<Transport> {
  const connection = await Pop3Connection.open(access)
  await signIn(connection, access).catch(async (error) => {
    await connection.close()
    throw error
  })
  connection.signedIn()
  let listed: Listed[] | null = null
  const list = async () => {
    listed ??= await listMessages(connection)
    return listed
  }
  return {
    folders: async () => [{ path: 'INBOX', role: 'INBOX', messages: (await list()).length, ref: null }],
    async look(cursor, _whole, found) {
      const messages = await list()
      const known = { ...cursor, uidValidity: 0, uidNext: null, highestModseq: null }
      if (messages.length > 0) await found(messages, 0)
      return { cursor: known, changed: [], gone: [], all: messages.map(({ uid }) => uid) }
    },
    fetch: (_cursor, messages, maxBytes) => fetch(connection, list, messages, maxBytes),
    async tell(_cursor: FolderCursor, uid, task) {
      if (task !== 'REMOVE') return { moved: null }
      const message = (await list()).find((one) => one.uid === uid)
      if (!message) return null
      await connection.ask(`DELE ${message.number}`)
      return { moved: null }
    },
    watch: () => null,
    close: () => connection.close(),
    abandon: () => connection.abandon(),
  }
}

async function signIn(connection: Pop3Connection, { server, password, token }: ServerAccess): Promise<void> {
  try {
    if (token) {
      const answer = Buffer.from(`user=${server.user}\x01auth=Bearer ${await token(true)}\x01\x01`).toString('base64')
      await connection.askTwice('AUTH XOAUTH2', answer)
    } else {
      await connection.ask(`USER ${server.user}`)
      await connection.ask(`PASS ${password ?? ''}`)
    }
  } catch (error) {
    const { fault, said, waitMs } = mailError(error)
    // RFC 3206 and RFC 2449 define codes for the reason of a refused sign-in.
    if (/\[(IN-USE|LOGIN-DELAY|SYS\/TEMP)\]/i.test(said)) throw new MailError('THROTTLED', said, { waitMs })
    throw fault === 'PROTOCOL' ? new MailError(token ? 'TOKEN' : 'CREDENTIALS', said) : error
  }
}

async function listMessages(connection: Pop3Connection): Promise<Listed[]> {
  const sizes = new Map((await pairs(connection, 'LIST')).map(([number, size]) => [number, Number(size)]))
  const named = await pairs(connection, 'UIDL').catch((error) => {
    if (mailError(error).fault === 'PROTOCOL') return null
    throw error
  })
  const uids = new Map(named ?? [])
  const seen = new Map<string, number>()
  const messages: Listed[] = []
  for (const [number, sizeByte] of sizes) {
    const uid = uids.get(number) || (await hashOfHead(connection, number))
    // Some servers give two messages the same id.
    const before = seen.get(uid) ?? 0
    seen.set(uid, before + 1)
    messages.push({ number, uid: before > 0 ? `${uid}#${before}` : uid, sizeByte, receivedAt: null, seen: null })
  }
  return messages
}

async function pairs(connection: Pop3Connection, command: string): Promise<[number, string][]> {
  const lines = (await connection.askForLines(command)).toString('latin1').split('\r\n')
  return lines.flatMap((line): [number, string][] => {
    const [, number, value = ''] = /^(\d+)\s+(.*\S)\s*$/.exec(line) ?? []
    return number ? [[Number(number), value.slice(0, 500)]] : []
  })
}

async function hashOfHead(connection: Pop3Connection, number: number): Promise<string> {
  const head = await connection.askForLines(`TOP ${number} 0`)
  return `head-${createHash('sha256').update(head).digest('hex')}`
}

async function* fetch(
  connection: Pop3Connection,
  list: () => Promise<Listed[]>,
  messages: readonly WaitingMessage[],
  maxBytes: number,
): AsyncGenerator<FetchedMessage | UnreadMessage> {
  const byUid = new Map((await list()).map((one) => [one.uid, one]))
  const ask = (number: number, whole: boolean) =>
    connection.askForLines(whole ? `RETR ${number}` : `TOP ${number} 0`, 2 * maxBytes).catch(mailError)
  for (const { uid, refusals } of messages) {
    const message = byUid.get(uid)
    if (!message) continue
    let whole = (message.sizeByte ?? 0) <= maxBytes
    let source = await ask(message.number, whole)
    if (source instanceof Pop3Refusal && whole && refusals >= mostRefusals) {
      whole = false
      source = await ask(message.number, whole)
    }
    if (source instanceof MailError) yield { uid, source: null, refusal: source }
    else yield { uid, source, whole, receivedAt: null, seen: null }
    if (source instanceof MailError && !(source instanceof Pop3Refusal)) throw source
  }
}
