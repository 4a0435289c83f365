import { buffer } from 'node:stream/consumers'
import type { DocumentExcerpt } from '#contract/lists/galleries'
import type { Ctx } from '../http/context.ts'
import { maxFileBytes } from './excerpt-limits.ts'
import { openStored } from './files.ts'
import { hasOfficeExcerpt } from './office-excerpt.ts'
import { inThread } from './reading-thread.ts'

const worker = new URL('./excerpt-worker.ts', import.meta.url)

/** What a stored file says, for the kinds that a browser cannot show by itself. Errors: STORAGE_FAILED. */
export async function excerptOf(
  ctx: Ctx,
  file: { hash: string; size: number; mimeType: string },
): Promise<DocumentExcerpt> {
  const { hash, size, mimeType } = file
  if (mimeType !== 'message/rfc822' && !hasOfficeExcerpt(mimeType)) return none('NO_TEXT')
  if (size > maxFileBytes) return none('TOO_LARGE')
  const read = await inThread<DocumentExcerpt>(worker, async () => {
    return { content: await openStored(ctx, hash).then(buffer), mimeType }
  })
  return 'failed' in read ? none(read.failed) : read
}

const none = (reason: 'NO_TEXT' | 'TOO_LARGE' | 'UNREADABLE'): DocumentExcerpt => ({ kind: 'NONE', reason })
