import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import { limits } from '#contract/limits'
import type { Letterhead, letterheadApi } from '#contract/orders/letterhead'
import { StorageError } from '../../files/file-store.ts'
import { type KeptFile, keepUpload, type Refusal, storedReply } from '../../files/files.ts'
import { pictureSize } from '../../files/picture-size.ts'
import { hasWholeRows } from '../../files/png-rows.ts'
import type { StoredFileReply } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import type { UploadedFile } from '../../http/upload.ts'

const columns = ['id', 'version', 'sender', 'footer', 'logo_hash as logoRef'] as const

export const getLetterhead = (ctx: Ctx): Promise<Letterhead> =>
  ctx.db.selectFrom('letterhead').select(columns).executeTakeFirstOrThrow()

/** Errors: STALE_VERSION with the saved letterhead. */
export async function updateLetterhead(
  ctx: Ctx,
  { version, sender, footer }: BodyOf<typeof letterheadApi.update>,
): Promise<Letterhead> {
  const changed = await ctx.db
    .updateTable('letterhead')
    .set({ sender, footer, version: version + 1 })
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirst()
  return changed ?? fail('STALE_VERSION', { current: await getLetterhead(ctx) })
}

/** Stores the picture, if it can be printed. */
export const receiveLogo = (ctx: Ctx, file: UploadedFile): Promise<KeptFile | Refusal> =>
  keepUpload(ctx, file, ({ mimeType }) => canBePrinted(file.path, mimeType))

/** Whether PDFKit can print the picture; PDFKit decodes pixels later, when its errors cannot be caught. */
async function canBePrinted(place: string, mimeType: string): Promise<boolean> {
  if (mimeType !== 'image/png' && mimeType !== 'image/jpeg') return false
  const bytes = await readFile(place)
  const size = await pictureSize(bytes, mimeType)
  if (!size || Math.max(size.width, size.height) > limits.letterhead.logoPixels) return false
  if (mimeType === 'image/png') return hasWholeRows(bytes, size)
  const { default: PDFDocument } = await import('pdfkit')
  try {
    new PDFDocument().image(bytes, 0, 0)
    return true
  } catch {
    return false
  }
}

/** Errors: BAD_LOGO, STORAGE_FAILED, STALE_VERSION with the saved letterhead. */
export async function saveLogo(
  ctx: Ctx,
  received: KeptFile | Refusal,
  { insteadOf }: QueryOf<typeof letterheadApi.saveLogo>,
): Promise<Letterhead> {
  if (received === 'STORAGE_FAILED') fail('STORAGE_FAILED')
  if (typeof received === 'string') fail('BAD_LOGO', { values: { pixels: limits.letterhead.logoPixels } })
  return setLogo(ctx, received, insteadOf)
}

export const removeLogo = (ctx: Ctx): Promise<Letterhead> => setLogo(ctx, { hash: null, mimeType: null })

async function setLogo(
  ctx: Ctx,
  { hash, mimeType }: { hash: string | null; mimeType: string | null },
  insteadOf?: string,
): Promise<Letterhead> {
  const changed = await ctx.db
    .updateTable('letterhead')
    .set({ logo_hash: hash, logo_mime_type: mimeType as 'image/png' | null })
    .$if(insteadOf !== undefined, (query) => query.where(sql`coalesce(logo_hash, '')`, '=', insteadOf))
    .returning(columns)
    .executeTakeFirst()
  return changed ?? fail('STALE_VERSION', { current: await getLetterhead(ctx) })
}

const storedLogo = async (ctx: Ctx) => {
  const { rows } = await sql<{ hash: string; mimeType: string; size: number }>`
    select l.logo_hash as hash, l.logo_mime_type as "mimeType", f.size_byte::int as size
      from letterhead l join stored_file f on f.hash = l.logo_hash`.execute(ctx.db)
  return rows[0]
}

/** Errors: NOT_FOUND, STORAGE_FAILED. */
export async function downloadLogo(ctx: Ctx): Promise<StoredFileReply> {
  const logo = (await storedLogo(ctx)) ?? fail('NOT_FOUND')
  return storedReply(ctx, { ...logo, name: `logo.${logo.mimeType.slice('image/'.length)}` }, true)
}

/** Letterhead of a print: lines of text, and the logo as a data URL with its size in pixels. */
export interface PrintedHead {
  readonly sender: readonly string[]
  readonly footer: readonly string[]
  readonly logo: { readonly url: string; readonly width: number; readonly height: number } | null
}

/** Returns the saved letterhead, or one with other texts. A logo that is missing in the file store is left out. */
export async function printedHead(ctx: Ctx, texts?: { sender: string; footer: string }): Promise<PrintedHead> {
  const { sender, footer } = texts ?? (await getLetterhead(ctx))
  const lines = (text: string) => (text === '' ? [] : text.split('\n'))
  return { sender: lines(sender), footer: lines(footer), logo: await printedLogo(ctx) }
}

async function printedLogo(ctx: Ctx): Promise<PrintedHead['logo']> {
  const logo = await storedLogo(ctx)
  if (!logo) return null
  try {
    const bytes = await buffer(await ctx.services.files.open(logo.hash))
    const size = await pictureSize(bytes, logo.mimeType)
    return size ? { url: `data:${logo.mimeType};base64,${bytes.toString('base64')}`, ...size } : null
  } catch (error) {
    if (error instanceof StorageError) return null
    throw error
  }
}
