import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { uuidV7 } from '../../db/uuid-v7.ts'
import { watchTime } from '../../files/thread-time.ts'
import type { ReadMessage } from './message.ts'

/** Of processor time. */
const mostMs = 10_000
const mostMegabytes = 512
/** An idle thread ends after this long. */
const idleMs = 30_000

const idle: { worker: Worker; timer: NodeJS.Timeout }[] = []
/** Two threads at once. */
const limited = pLimit(2)

/** A message that could not even be read as a head. */
export class UnreadableMessage extends Error {}

/**
 * Reads a message in a thread of its own, which is ended when it takes too long or too much; of such a one only the
 * head is read. `whole` is false where the source is the head alone. Errors: UnreadableMessage.
 */
export async function parseMessage(source: Uint8Array, whole = true, id = uuidV7()): Promise<ReadMessage> {
  return limited(async () => {
    const read = await readIn(source, id, whole)
    if (read) return read
    const head = whole ? await readIn(source, id, false) : null
    return head ?? Promise.reject(new UnreadableMessage('the message cannot be read'))
  })
}

async function readIn(source: Uint8Array, id: string, whole: boolean): Promise<ReadMessage | null> {
  const worker = await takeWorker()
  const answer = await new Promise<ReadMessage | null>((resolve) => {
    const endWatch = watchTime(worker, mostMs, () => end(null))
    const end = (read: ReadMessage | null) => {
      endWatch()
      worker.off('message', end).off('error', broken).off('exit', broken)
      resolve(read)
    }
    const broken = () => end(null)
    worker.on('message', end).on('error', broken).on('exit', broken)
    worker.postMessage({ source, id, whole })
  })
  if (answer) rest(worker)
  else void worker.terminate()
  return answer
}

async function takeWorker(): Promise<Worker> {
  const rested = idle.pop()
  if (rested) {
    clearTimeout(rested.timer)
    rested.worker.ref()
    return rested.worker
  }
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  // Errors reach whoever waits for an answer; without a listener an idle worker could end the process.
  worker.on('error', () => {})
  await once(worker, 'message')
  return worker
}

function rest(worker: Worker): void {
  const forget = () => {
    const at = idle.findIndex((one) => one.worker === worker)
    if (at >= 0) idle.splice(at, 1)
    void worker.terminate()
  }
  // An idle thread does not keep the process alive.
  worker.unref()
  idle.push({ worker, timer: setTimeout(forget, idleMs).unref() })
}
