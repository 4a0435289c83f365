import { buffer } from 'node:stream/consumers'
import type { DocumentExcerpt } from '#contract/lists/galleries'
import type { Ctx } from '../http/context.ts'
import { maxFileBytes } from './excerpt-limits.ts'
import { openStored } from './files.ts'
import { hasOfficeExcerpt } from './office-excerpt.ts'
import { startReaders } from './readers.ts'

const read = startReaders<{ content: Buffer; mimeType: string }, DocumentExcerpt>(
  new URL('./excerpt-reader.ts', import.meta.url),
  { heapMegabytes: 256 },
)

/** Returns an excerpt of a stored file, for types that a browser cannot show by itself. Errors: STORAGE_FAILED. */
export async function excerptOf(
  ctx: Ctx,
  file: { hash: string; size: number; mimeType: string },
): Promise<DocumentExcerpt> {
  const { hash, size, mimeType } = file
  if (mimeType !== 'message/rfc822' && !hasOfficeExcerpt(mimeType)) return none('NO_TEXT')
  if (size > maxFileBytes) return none('TOO_LARGE')
  const excerpt = await read(async () => ({ content: await openStored(ctx, hash).then(buffer), mimeType }))
  return 'failed' in excerpt ? none(excerpt.failed) : excerpt
}

const none = (reason: 'NO_TEXT' | 'TOO_LARGE' | 'UNREADABLE'): DocumentExcerpt => ({ kind: 'NONE', reason })
