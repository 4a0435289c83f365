import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DocumentKind, LibraryDocument } from '#contract/lists/galleries'
import { lockOne } from '../../db/locks.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { seesDocument } from '../document-classifications/document-classifications.ts'

export type Collection = 'IMAGE_GALLERY' | 'SHARED_DOCUMENTS'

/** Where the content of a document is stored. */
export interface StoredDocument {
  readonly hash: string
  readonly size: number
  readonly name: string
  readonly mimeType: string
  readonly kind: DocumentKind | null
  readonly thumbnail: string | null
  readonly thumbnailSize: number | null
}

/** Returns the condition for a collection's documents outside the bin that the caller may see; every call uses it. */
const visible = ({ actor }: Ctx, collection: Collection) => sql<boolean>`
  d.collection = ${collection} and d.deleted_at is null and ${seesDocument(sql`d.classification_id`, actor)}`

export async function selectDocuments(ctx: Ctx, collection: Collection, which: RawBuilder<unknown> = sql`true`) {
  const { rows } = await sql<LibraryDocument>`
    select d.id as "documentRef", d.version, d.name, d.mime_type as "mimeType", d.document_kind as "documentKind",
           d.size_byte as "sizeByte", iso(d.uploaded_at) as "uploadedAtUtc", d.thumbnail_hash is not null as "hasThumbnail",
           case when c.id is not null then jsonb_build_object('id', c.id, 'title', c.title) end as "documentClassification"
      from library_document d left join document_classification c on c.id = d.classification_id
     where ${visible(ctx, collection)} and ${which}
     order by fold(d.name), d.id`.execute(ctx.db)
  return rows
}

export async function selectStored(
  ctx: Ctx,
  collection: Collection,
  which: RawBuilder<unknown>,
): Promise<StoredDocument | undefined> {
  const { rows } = await sql<StoredDocument>`
    select d.file_hash as hash, d.size_byte as size, d.name, d.mime_type as "mimeType", d.document_kind as kind,
           d.thumbnail_hash as thumbnail, t.size_byte as "thumbnailSize"
      from library_document d left join stored_file t on t.hash = d.thumbnail_hash
     where ${visible(ctx, collection)} and ${which}`.execute(ctx.db)
  return rows[0]
}

/** Locks a collection until the transaction ends, while it looks for a free name or equal content. */
export async function lockCollection(db: Kysely<DB>, collection: Collection): Promise<void> {
  await lockOne(db, 'library', collection)
}

/** Returns the name, with the first free number if it is taken: `offer (2).pdf`. */
export async function freeName(db: Kysely<DB>, collection: Collection, name: string): Promise<string> {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 && name.length - dot < 20 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let number = 1; ; number++) {
    const mark = number === 1 ? ending : ` (${number})${ending}`
    const candidate = stem.slice(0, 255 - mark.length).toWellFormed() + mark
    const { rows } = await sql`
      select from library_document
       where collection = ${collection} and lower(name) = lower(${candidate}) and deleted_at is null`.execute(db)
    if (rows.length === 0) return candidate
  }
}
