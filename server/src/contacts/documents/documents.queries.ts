import { type RawBuilder, sql } from 'kysely'
import type { ContactDocument } from '#contract/contacts/documents'
import type { DocumentKind } from '#contract/lists/galleries'
import { seesContact } from '../../db/seen.ts'
import { documentsOf } from '../../files/documents.ts'
import type { Actor, Ctx } from '../../http/context.ts'
import { seesDocument } from '../../lists/document-classifications/document-classifications.ts'

/** Where the content of a version is stored. */
interface StoredVersion {
  readonly hash: string
  readonly size: number
  readonly name: string
  readonly mimeType: string
  readonly kind: DocumentKind | null
  readonly thumbnail: string | null
  readonly thumbnailSize: number | null
}

/** Returns the condition that the actor may see a document; it applies in the bin as well as outside. */
export const visible = (actor: Actor) =>
  sql<boolean>`(${seesDocument(sql`d.classification_id`, actor)} and ${seesContact(sql`d.contact_id`, actor)})`

export const documents = documentsOf('contact_document')
const { outsideBin } = documents

const document = sql`
  ${documents.columns}, d.contact_id as "contactRef",
  case when c.id is not null then jsonb_build_object('id', c.id, 'title', c.title) end as classification,
  v.thumbnail_hash is not null as "hasThumbnail"`
const source = sql`${documents.source} left join document_classification c on c.id = d.classification_id`

/** Returns the documents outside the bin that the caller may see, ordered by name. */
export async function selectDocuments(ctx: Ctx, which: RawBuilder<unknown>): Promise<ContactDocument[]> {
  const { rows } = await sql<ContactDocument>`
    select ${document} from ${source} where ${which} and ${outsideBin} and ${visible(ctx.actor)}
     order by fold(d.name), d.id`.execute(ctx.db)
  return rows
}

/** Returns which of these contents are the current version of a document, with the document's name, ordered by name. */
export async function selectContents(
  ctx: Ctx,
  contactId: string,
  hashes: readonly string[],
): Promise<{ hash: string; name: string }[]> {
  const { rows } = await sql<{ hash: string; name: string }>`
    select v.file_hash as hash, d.name from ${source}
     where d.contact_id = ${contactId} and v.file_hash = any(${[...hashes]}) and ${outsideBin} and ${visible(ctx.actor)}
     order by fold(d.name), d.id`.execute(ctx.db)
  return rows
}

export async function countDocuments(ctx: Ctx, contactId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contact_document d
     where d.contact_id = ${contactId} and ${outsideBin} and ${visible(ctx.actor)}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

export async function selectBin(ctx: Ctx, contactId: string) {
  const { rows } = await sql<ContactDocument & { deletedAtUtc: string }>`
    select ${document}, iso(d.deleted_at) as "deletedAtUtc" from ${source}
     where d.contact_id = ${contactId} and d.deleted_at is not null and ${visible(ctx.actor)}
     order by d.deleted_at desc, d.id`.execute(ctx.db)
  return rows
}

/** Returns the content of a version, or of the current version without a number. */
export async function selectStored(
  ctx: Ctx,
  contactId: string,
  documentId: string,
  number?: number,
): Promise<StoredVersion | undefined> {
  const { rows } = await sql<StoredVersion>`
    select v.file_hash as hash, v.size_byte as size, d.name, v.mime_type as "mimeType", v.document_kind as kind,
           v.thumbnail_hash as thumbnail, t.size_byte as "thumbnailSize"
      from contact_document d
      join contact_document_version v on v.document_id = d.id and v.number = coalesce(${number ?? null}, d.current_number)
      left join stored_file t on t.hash = v.thumbnail_hash
     where d.id = ${documentId} and d.contact_id = ${contactId} and ${outsideBin} and ${visible(ctx.actor)}`.execute(
    ctx.db,
  )
  return rows[0]
}
