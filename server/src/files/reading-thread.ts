import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { watchTime } from './thread-time.ts'

/** Of processor time. */
const mostMs = 10_000
const mostMegabytes = 256
/** Two threads at once. */
const limited = pLimit(2)

export type Failure = { readonly failed: 'TOO_LARGE' | 'UNREADABLE' }

/** What a worker answers to its data, in a thread of its own, which is ended when it takes too long or too much. */
export function inThread<Answer>(worker: URL, data: () => Promise<unknown>): Promise<Answer | Failure> {
  return limited(async () => run<Answer>(worker, await data()))
}

function run<Answer>(file: URL, workerData: unknown): Promise<Answer | Failure> {
  return new Promise((resolve) => {
    const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } })
    const endWatch = watchTime(worker, mostMs, () => end({ failed: 'TOO_LARGE' }))
    const end = (answer: Answer | Failure) => {
      endWatch()
      void worker.terminate()
      resolve(answer)
    }
    worker.once('message', end)
    worker.once('error', () => end({ failed: 'UNREADABLE' }))
  })
}
