import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { DocumentExcerpt } from '#contract/lists/galleries'
import type { Ctx } from '../http/context.ts'
import { maxFileBytes } from './excerpt-limits.ts'
import { openStored } from './files.ts'
import { hasOfficeExcerpt } from './office-excerpt.ts'

const mostMs = 10_000
const mostMegabytes = 256
/** Two threads at once. */
const limited = pLimit(2)

/** What a stored file says, for the kinds that a browser cannot show by itself. Errors: STORAGE_FAILED. */
export async function excerptOf(
  ctx: Ctx,
  file: { hash: string; size: number; mimeType: string },
): Promise<DocumentExcerpt> {
  const { hash, size, mimeType } = file
  if (mimeType !== 'message/rfc822' && !hasOfficeExcerpt(mimeType)) return none('NO_TEXT')
  if (size > maxFileBytes) return none('TOO_LARGE')
  return limited(async () => read(await openStored(ctx, hash).then(buffer), mimeType))
}

const none = (reason: 'NO_TEXT' | 'TOO_LARGE' | 'UNREADABLE'): DocumentExcerpt => ({ kind: 'NONE', reason })

/** In a thread of its own, which is ended when it takes too long or too much. */
function read(content: Buffer, mimeType: string): Promise<DocumentExcerpt> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./excerpt-worker.ts', import.meta.url), {
      workerData: { content, mimeType },
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    })
    const timer = setTimeout(() => end(none('TOO_LARGE')), mostMs)
    const end = (excerpt: DocumentExcerpt) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(excerpt)
    }
    worker.once('message', end)
    worker.once('error', () => end(none('UNREADABLE')))
  })
}
