import { uuidV7 } from '../../db/uuid-v7.ts'
import { startReaders } from '../../files/readers.ts'
import type { ReadMessage } from './message.ts'

interface Source {
  readonly source: Uint8Array
  readonly id: string
  readonly whole: boolean
}

const read = startReaders<Source, ReadMessage>(new URL('./message-reader.ts', import.meta.url), { heapMegabytes: 512 })

/** A message that could not even be read as a head. */
export class UnreadableMessage extends Error {}

/**
 * Reads a message in a process of its own, which is ended when it takes too long or too much; of such a one only the
 * head is read. `whole` is false where the source is the head alone. Errors: UnreadableMessage.
 */
export async function parseMessage(source: Uint8Array, whole = true, id = uuidV7()): Promise<ReadMessage> {
  const message = await read(async () => ({ source, id, whole }))
  if (!('failed' in message)) return message
  const head = whole ? await read(async () => ({ source, id, whole: false })) : message
  return 'failed' in head ? Promise.reject(new UnreadableMessage('the message cannot be read')) : head
}
