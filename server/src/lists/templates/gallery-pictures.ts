import { sql } from 'kysely'
import type { Use } from '../../db/references.ts'
import { decodeText } from '../../files/html-text.ts'
import type { Ctx } from '../../http/context.ts'

const address = '/api/image-gallery/'
const picture = /(<img\b[^<>]*?\ssrc=")\/api\/image-gallery\/([^"<>]+)"/g

/** Tables with HTML that shows pictures of the gallery by name. */
const places = ['mail_template', 'email_signature'] as const

/** Returns how many templates and signatures show a picture of the gallery. */
export async function usesOfPicture(ctx: Ctx, name: string): Promise<Use[]> {
  const uses: Use[] = []
  for (const what of places) {
    const count = (await textsWith(ctx, what, name)).length
    if (count > 0) uses.push({ what, count })
  }
  return uses
}

/** Locks the pictures of a text until the transaction ends, so that none is renamed or moved to the bin. */
export async function holdPictures({ db }: Pick<Ctx, 'db'>, content: string): Promise<void> {
  const names = [...content.matchAll(picture)].map(([, , shown = '']) => nameIn(shown))
  if (names.length === 0) return
  await sql`
    select from library_document
     where collection = 'IMAGE_GALLERY' and deleted_at is null
       and lower(name) in (select lower(one) from unnest(${names}::text[]) as one)
     order by id for share`.execute(db)
}

/** Changes the name of a picture in the templates and the signature. */
export async function renamePicture(ctx: Ctx, before: string, after: string): Promise<void> {
  const src = address + encodeURIComponent(after)
  for (const what of places) {
    for (const { id, content } of await textsWith(ctx, what, before)) {
      const renamed = content.replace(picture, (tag, start: string, shown: string) =>
        isSame(nameIn(shown), before) ? `${start}${src}"` : tag,
      )
      await sql`
        update ${sql.table(what)} set content = ${renamed}, version = version + 1 where id = ${id}`.execute(ctx.db)
    }
  }
}

async function textsWith(ctx: Ctx, place: (typeof places)[number], name: string) {
  const { rows } = await sql<{ id: string; content: string }>`
    select id, content from ${sql.table(place)} where content like ${`%${address}%`} for update`.execute(ctx.db)
  return rows.filter(({ content }) =>
    [...content.matchAll(picture)].some(([, , shown = '']) => isSame(nameIn(shown), name)),
  )
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function nameIn(shown: string): string {
  try {
    return decodeURIComponent(decodeText(shown)).normalize('NFC')
  } catch {
    return shown
  }
}
