import type { StoredFileReply } from '../http/answers.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import type { UploadedFile } from '../http/upload.ts'
import { type KeptFile, keepUpload, type Refusal, storedReply } from './files.ts'

/** The small picture that a browser made: WebP, as every browser of today writes and shows it. */
export const receiveThumbnail = (ctx: Ctx, file: UploadedFile): Promise<KeptFile | Refusal> =>
  keepUpload(ctx, file, ({ mimeType }) => mimeType === 'image/webp')

/** What the row keeps of a received small picture. Errors: UNSUPPORTED_MEDIA, STORAGE_FAILED. */
export function thumbnailHash(received: KeptFile | Refusal): string {
  if (received === 'STORAGE_FAILED') fail('STORAGE_FAILED')
  if (typeof received === 'string') fail('UNSUPPORTED_MEDIA')
  return received.hash
}

/** Errors: NOT_FOUND, also when there is no small picture yet. */
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
