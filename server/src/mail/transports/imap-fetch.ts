import type { ImapFlow } from 'imapflow'
import { hangUps, MailError, mailError } from './faults.ts'
import { asDate, asking, open } from './imap-connection.ts'
import {
  type FetchedMessage,
  type FolderCursor,
  mostRefusals,
  type RemoteMessage,
  type UnreadMessage,
  type WaitingMessage,
} from './transport.ts'

/** Bytes of sources per FETCH command; a larger message gets a command of its own. */
const bytesAtOnce = 10_000_000
/** Bytes that a message without a known size counts for, or the head of a message. */
const usualBytes = 100_000

/** Yields the messages of a folder as `fetch` of a transport does. */
export async function* fetchImap(
  client: ImapFlow,
  cursor: FolderCursor,
  messages: readonly WaitingMessage[],
  maxBytes: number,
): AsyncGenerator<FetchedMessage | UnreadMessage> {
  const opened = await asking(client, () => open(client, cursor.path))
  if (Number(opened.uidValidity) !== cursor.uidValidity) return
  // The server may have hung up at any message that was asked for together with this one.
  const eachAlone = messages.some(({ refusals }) => refusals > 0)
  let portion: WaitingMessage[] = []
  let wholePortion = true
  let bytes = 0
  for (const message of messages) {
    const whole = (message.sizeByte ?? 0) <= maxBytes
    const size = whole ? (message.sizeByte ?? usualBytes) : usualBytes
    if (portion.length > 0 && (eachAlone || whole !== wholePortion || bytes + size > bytesAtOnce)) {
      yield* fetchPortion(client, portion, wholePortion)
      portion = []
      bytes = 0
    }
    wholePortion = whole
    portion.push(message)
    bytes += size
  }
  yield* fetchPortion(client, portion, wholePortion)
}

/** Fetches messages at once; each alone if the server refuses that, because one of them may be the reason. */
async function* fetchPortion(
  client: ImapFlow,
  messages: readonly WaitingMessage[],
  whole: boolean,
): AsyncGenerator<FetchedMessage | UnreadMessage> {
  const [first] = messages
  if (!first) return
  let answers: FetchedMessage[]
  try {
    answers = await fetchSome(client, messages, whole)
  } catch (error) {
    const refusal = mailError(error)
    if (hangUps.includes(refusal.fault)) yield { uid: first.uid, source: null, refusal }
    if (refusal.fault !== 'PROTOCOL') throw refusal
    if (messages.length === 1) yield* afterRefusal(client, first, whole, refusal)
    else for (const message of messages) yield* fetchPortion(client, [message], whole)
    return
  }
  yield* answers
  const sent = new Set(answers.map(({ uid }) => uid))
  const unsent = messages.filter(({ uid }) => !sent.has(uid))
  const skipped = await existing(client, unsent)
  const refusal = new MailError('PROTOCOL', 'the server skips this message')
  for (const message of unsent) if (skipped.includes(message.uid)) yield* afterRefusal(client, message, whole, refusal)
}

async function* afterRefusal(
  client: ImapFlow,
  message: WaitingMessage,
  whole: boolean,
  refusal: MailError,
): AsyncGenerator<FetchedMessage | UnreadMessage> {
  if (whole && message.refusals >= mostRefusals) yield* fetchPortion(client, [message], false)
  else yield { uid: message.uid, source: null, refusal }
}

/** Returns the ids of those messages that still exist. */
async function existing(client: ImapFlow, messages: readonly RemoteMessage[]): Promise<string[]> {
  if (messages.length === 0) return []
  const range = messages.map(({ uid }) => uid).join(',')
  const found = await asking(client, () => client.search({ uid: range }, { uid: true }))
  if (!found) throw new MailError('DISCONNECTED')
  return found.map(String)
}

/** Fetched completely: the consumer may send other commands between messages, and only one can run at a time. */
async function fetchSome(
  client: ImapFlow,
  messages: readonly RemoteMessage[],
  whole: boolean,
): Promise<FetchedMessage[]> {
  const query = { uid: true, flags: true, internalDate: true, ...(whole ? { source: true } : { headers: true }) }
  const range = messages.map(({ uid }) => uid).join(',')
  const answers = await asking(client, () => client.fetchAll(range, query, { uid: true }))
  return answers.flatMap(({ uid, source, headers, flags, internalDate }) => {
    const content = whole ? source : headers
    if (!content) return []
    const seen = flags?.has('\\Seen') ?? null
    return [{ uid: String(uid), source: content, whole, receivedAt: asDate(internalDate), seen }]
  })
}
