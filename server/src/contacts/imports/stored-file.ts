import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/**
 * Stores a file's content in the database, where any process finds it, and returns its length in bytes. Deletes what
 * aborted uploads left behind more than a day ago.
 */
export async function storeFile(db: Kysely<DB>, importId: string, pieces: AsyncIterable<Buffer>): Promise<number> {
  await sql`
    delete from contact_import_piece p
     where stored_at < now() - interval '1 day' and not exists (select from contact_import i where i.id = p.import_id)`.execute(
    db,
  )
  let bytes = 0
  for await (const content of pieces) {
    await db.insertInto('contact_import_piece').values({ import_id: importId, start_byte: bytes, content }).execute()
    bytes += content.length
  }
  return bytes
}

/** Yields the content from an offset in bytes on. */
export async function* storedPieces(db: Kysely<DB>, importId: string, fromByte: number): AsyncGenerator<Buffer> {
  for (let at = fromByte; ; ) {
    const piece = await db
      .selectFrom('contact_import_piece')
      .select(['start_byte', 'content'])
      .where('import_id', '=', importId)
      .where('start_byte', '<=', at)
      .orderBy('start_byte', 'desc')
      .limit(1)
      .executeTakeFirst()
    const rest = piece?.content.subarray(at - piece.start_byte)
    if (!rest || rest.length === 0) return
    yield rest
    at += rest.length
  }
}

export async function forgetFile(db: Kysely<DB>, importId: string): Promise<void> {
  await db.deleteFrom('contact_import_piece').where('import_id', '=', importId).execute()
}
