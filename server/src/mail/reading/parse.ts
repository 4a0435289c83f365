import { uuidV7 } from '../../db/uuid-v7.ts'
import { startReaders } from '../../files/readers.ts'
import type { ReadMessage } from './message.ts'

interface Source {
  readonly source: Uint8Array
  readonly id: string
  readonly whole: boolean
}

const read = startReaders<Source, ReadMessage>(new URL('./message-reader.ts', import.meta.url), { heapMegabytes: 512 })

/** Thrown if not even the header of a message could be read. */
export class UnreadableMessage extends Error {}

/**
 * Parses a message in a process of its own, which is killed if it takes too long or too much memory; then only the
 * header is parsed. `whole` is false if the source is the header alone. Errors: UnreadableMessage.
 */
export async function parseMessage(source: Uint8Array, whole = true, id = uuidV7()): Promise<ReadMessage> {
  const message = await read(async () => ({ source, id, whole }))
  if (!('failed' in message)) return message
  const head = whole ? await read(async () => ({ source, id, whole: false })) : message
  return 'failed' in head ? Promise.reject(new UnreadableMessage('the message cannot be read')) : head
}
