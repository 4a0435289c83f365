import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import pLimit from 'p-limit'
import type { DocumentKind, UploadResult } from '#contract/lists/galleries'
import { preparedStatement } from '../db/db.ts'
import type { DB } from '../db/schema.ts'
import type { StoredFileReply } from '../http/answers.ts'
import type { Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { fileNameOf, type UploadedFile } from '../http/upload.ts'
import { contentTypeOf, isRunByName } from './content-type.ts'
import { type Content, type FileStore, type Range, StorageError, type Stored } from './file-store.ts'
import type { ContentType } from './text-type.ts'

/** A stored content that a row may name (`references stored_file`). */
export interface KeptFile {
  readonly hash: string
  readonly size: number
  readonly name: string
  readonly mimeType: string
  readonly kind: DocumentKind | null
}

/** The reason why a file was not stored. */
export type Refusal = Exclude<UploadResult, 'OK' | 'EXIST' | 'FAILED'>

/**
 * Stores an uploaded file, in the `prepare` of an upload. When the row that should name it is never written, the
 * nightly check removes the file.
 */
export async function keepUpload(
  ctx: Ctx,
  file: UploadedFile,
  accepts: (type: ContentType) => boolean | Promise<boolean> = () => true,
): Promise<KeptFile | Refusal> {
  if (file.size === 0) return 'EMPTY'
  const type = await contentTypeOf(file.path, file.name)
  if (type.refused || !(await accepts(type))) return 'BLACKLISTED'
  try {
    const { hash, size } = await keep(ctx.db, ctx.services.files, () => createReadStream(file.path))
    return { hash, size, name: file.name, mimeType: type.mimeType, kind: type.kind }
  } catch (error) {
    if (error instanceof StorageError) return 'STORAGE_FAILED'
    throw error
  }
}

/** Returns a file name that a user has typed. Errors: VALIDATION of the field for a name that uploads may not have. */
export function newFileName(name: string, field: string): string {
  if (isRunByName(name)) fail('VALIDATION', { fields: [{ path: field, invalid: 'runnableName' }] })
  return fileNameOf(name)
}

/**
 * Stores a content and its row in `stored_file`, outside of any transaction. The nightly check removes contents that
 * nobody names, under a lock of the row. A content that it removed at the same moment is stored once more.
 */
export async function keep(db: Kysely<DB>, store: FileStore, content: () => Content) {
  const stored = await store.put(content())
  await noteStored(db, [stored])
  if ((await store.size(stored.hash)) === null) await store.put(content())
  return stored
}

/** Limits how many contents `keepAll` stores at once, because other uploads need the disk and the threads too. */
const storing = pLimit(8)

/** Stores several contents like `keep`. */
export async function keepAll(db: Kysely<DB>, store: FileStore, contents: readonly Uint8Array[]): Promise<Stored[]> {
  const each = <Answer>(work: (content: Uint8Array, at: number) => Promise<Answer>) =>
    Promise.all(contents.map((content, at) => storing(() => work(content, at))))
  const stored = await each((content) => store.put(content))
  await noteStored(db, stored)
  await each(async (content, at) => {
    if ((await store.size(stored[at]?.hash ?? '')) === null) await store.put(content)
  })
  return stored
}

async function noteStored(db: Kysely<DB>, stored: readonly Stored[]): Promise<void> {
  const sizes = new Map(stored.map(({ hash, size }) => [hash, size]))
  // Sorted, so that two transactions with the same contents do not deadlock.
  const hashes = [...sizes.keys()].sort()
  // Need not be flushed to the disk before the row that names the content: its commit comes later and flushes this as
  // well.
  await sql`
    ${preparedStatement} insert into stored_file (hash, size_byte)
    select hash, size from set_config('synchronous_commit', 'off', true),
           unnest(${hashes}::text[], ${hashes.map((hash) => sizes.get(hash))}::bigint[]) noted (hash, size)
    on conflict (hash) do update set touched_at = now(), size_byte = excluded.size_byte`.execute(db)
}

/** Returns a stored file as the answer of a call: whole or in ranges, to be saved or, where that is safe, shown. */
export function storedReply(
  ctx: Ctx,
  file: { hash: string; size: number; name: string; mimeType: string },
  isPreview = false,
): StoredFileReply {
  return {
    hash: file.hash,
    size: file.size,
    fileName: file.name,
    contentType: file.mimeType,
    inline: isPreview,
    open: (range) => openStored(ctx, file.hash, range),
  }
}

/** Opens a content, or a range of it. Errors: STORAGE_FAILED. */
export async function openStored(ctx: Ctx, hash: string, range?: Range): Promise<Readable> {
  try {
    return await ctx.services.files.open(hash, range)
  } catch (error) {
    if (error instanceof StorageError) fail('STORAGE_FAILED', { fault: error })
    throw error
  }
}
