import type { StoredFileReply } from '../http/answers.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import type { UploadedFile } from '../http/upload.ts'
import { type KeptFile, keepUpload, type Refusal, storedReply } from './files.ts'

/** Stores a thumbnail that a browser has made; WebP only, which all current browsers write and show. */
export const receiveThumbnail = (ctx: Ctx, file: UploadedFile): Promise<KeptFile | Refusal> =>
  keepUpload(ctx, file, ({ mimeType }) => mimeType === 'image/webp')

/** Returns the hash of a received thumbnail for its row. Errors: UNSUPPORTED_MEDIA, STORAGE_FAILED. */
export function thumbnailHash(received: KeptFile | Refusal): string {
  if (received === 'STORAGE_FAILED') fail('STORAGE_FAILED')
  if (typeof received === 'string') fail('UNSUPPORTED_MEDIA')
  return received.hash
}

/** Returns a thumbnail as an answer. Errors: NOT_FOUND, also when there is no thumbnail yet. */
export function thumbnailReply(
  ctx: Ctx,
  file: { readonly thumbnail: string | null; readonly thumbnailSize: number | null } | undefined,
): StoredFileReply {
  if (!file?.thumbnail || file.thumbnailSize === null) fail('NOT_FOUND')
  return storedReply(
    ctx,
    { hash: file.thumbnail, size: file.thumbnailSize, name: 'thumbnail.webp', mimeType: 'image/webp' },
    true,
  )
}
