import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { DocumentKind } from '#contract/lists/galleries'
import { keep } from '../files/files.ts'
import type { AppContext } from '../http/context.ts'
import { demoId } from './contacts.ts'
import { firePng, linesPdf } from './draw.ts'

const withDocuments = 24

interface DemoFile {
  readonly name: string
  readonly mimeType: string
  readonly kind: DocumentKind | null
  /** Contents of all versions, the oldest first. */
  readonly contents: readonly Buffer[]
}

/** Adds documents to some of the demo contacts, unless they exist. */
export async function addDemoDocuments({ database: { kysely: db }, services }: AppContext): Promise<void> {
  const first = await db
    .selectFrom('contact_document')
    .select('id')
    .where('id', '=', documentId(0, 0))
    .executeTakeFirst()
  if (first) return
  const documents: object[] = []
  const versions: object[] = []
  for (let index = 0; index < withDocuments; index++) {
    for (const [at, { name, mimeType, kind, contents }] of filesOf(index).entries()) {
      const id = documentId(index, at)
      documents.push({ id, contact_id: demoId(index), name, current_number: contents.length })
      for (const [place, content] of contents.entries()) {
        const { hash, size } = await keep(db, services.files, () => Readable.from([content]))
        versions.push({ id, number: place + 1, mime_type: mimeType, kind, size, hash })
      }
    }
  }
  await sql`
    with documents as (
      insert into contact_document (id, contact_id, name, current_number)
      select id, contact_id, name, current_number
        from json_populate_recordset(null::contact_document, ${JSON.stringify(documents)}::json)
      on conflict do nothing returning id)
    insert into contact_document_version
      (document_id, number, mime_type, document_kind, size_byte, file_hash)
    select v.id, v.number, v.mime_type, v.kind, v.size, v.hash
      from json_to_recordset(${JSON.stringify(versions)}::json)
             as v (id uuid, number int, mime_type text, kind text, size bigint, hash text)
      join documents d on d.id = v.id`.execute(db)
}

const documentId = (index: number, at: number) => demoId(index, 'document', at)

/** Returns the files of a contact; their number depends on its index. */
function filesOf(index: number): DemoFile[] {
  const number = 1000 + index
  const offer = (version: number) =>
    linesPdf([
      `Offerte ${number}`,
      '',
      `${2 + (index % 5)} Feuerringe, Stahl roh`,
      `Preis je St\xfcck CHF ${890 + 10 * version}.00`,
    ])
  const files: DemoFile[] = [
    {
      name: `Offerte ${number}.pdf`,
      mimeType: 'application/pdf',
      kind: 'PDF',
      contents: index % 3 === 0 ? [offer(1), offer(2)] : [offer(1)],
    },
    { name: 'Feuerstelle.png', mimeType: 'image/png', kind: 'IMAGE', contents: [firePng(240, index)] },
    {
      name: 'Notiz zur Lieferung.txt',
      mimeType: 'text/plain',
      kind: null,
      contents: [Buffer.from(`Zufahrt nur mit kleinem Lastwagen.\nAvis am Vortag, Auftrag ${number}.\n`)],
    },
    { name: 'Anfrage.eml', mimeType: 'message/rfc822', kind: 'EMAIL', contents: [mail(number)] },
  ]
  return files.slice(0, 1 + (index % 4))
}

const mail = (number: number) =>
  Buffer.from(
    [
      'From: Kundin <kundin@example.com>',
      'To: verkauf@example.com',
      `Subject: Anfrage ${number}`,
      'Date: Mon, 02 Mar 2026 09:15:00 +0100',
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      `<p>Guten Tag</p><p>Wir hätten gerne eine Offerte für <b>zwei Feuerringe</b>, Referenz ${number}.</p>`,
      '',
    ].join('\r\n'),
  )
