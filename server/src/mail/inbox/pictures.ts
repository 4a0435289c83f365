import { sql } from 'kysely'
import type { FileReply } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { fetchPicture, type Picture } from './fetch-picture.ts'

const keptMs = 5 * 60_000
const mostKept = 32 * 1024 * 1024

/** Cache of pictures by address: several users look at the same message, and one opens it again. */
const kept = new Map<string, { picture: Promise<Picture | null>; until: number; size: number }>()

/** Errors: NOT_FOUND, also when the picture cannot be fetched. */
export async function blockedPicture(ctx: Ctx, emailId: string, number: number): Promise<FileReply> {
  const { rows } = await sql<{ address: string | null }>`
    select blocked_pictures[${number + 1}::int] as address from email_body where id = ${emailId}`.execute(ctx.db)
  const address = rows[0]?.address ?? fail('NOT_FOUND')
  const { content, mimeType } = (await pictureAt(address)) ?? fail('NOT_FOUND')
  return { content, contentType: mimeType, fileName: `picture.${mimeType.split('/')[1]}` }
}

async function pictureAt(address: string): Promise<Picture | null> {
  const now = Date.now()
  const before = kept.get(address)
  if (before && before.until > now) return before.picture
  const entry = { picture: fetchPicture(address), until: now + keptMs, size: 0 }
  kept.delete(address)
  kept.set(address, entry)
  entry.size = (await entry.picture)?.content.length ?? 0
  forgetOld(now)
  return entry.picture
}

function forgetOld(now: number): void {
  let total = [...kept.values()].reduce((sum, { size }) => sum + size, 0)
  for (const [address, { until, size }] of kept) {
    if (until > now && total <= mostKept) break
    kept.delete(address)
    total -= size
  }
}
