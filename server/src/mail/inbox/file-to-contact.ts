import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#contract/endpoint'
import type { emailApi } from '#contract/mail/inbox'
import { assertEditable } from '../../contacts/contacts.ts'
import { addContactDocument, addContactDocuments } from '../../contacts/documents/documents.ts'
import { retellEmail } from '../../contacts/encounters/encounters.ts'
import { zurich } from '../../db/days.ts'
import { contentTypeOf } from '../../files/content-type.ts'
import { type KeptFile, openStored, type Refusal } from '../../files/files.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { addEmailEncounter } from '../filing/link-contact.ts'
import { textAsHtml } from '../reading/description.ts'
import { lockEmail } from './inbox.ts'

type Wanted = QueryOf<typeof emailApi.addToEncounter>
interface Looked {
  readonly name: string
  readonly received: KeptFile | Refusal
}

/** Determines the types of the attachments by their bytes, as for an upload; inline pictures are left out. */
export async function lookAtAttachments(ctx: Ctx, id: string, { withAttachment }: Wanted): Promise<Looked[]> {
  if (!withAttachment) return []
  const { rows } = await sql<{ hash: string; size: number; name: string }>`
    select file_hash as hash, size_byte as size, name from email_attachment
     where email_id = ${id} and not inline order by position`.execute(ctx.db)
  const folder = await mkdtemp(path.join(tmpdir(), 'glut-mail-'))
  try {
    const looked: Looked[] = []
    for (const file of rows)
      looked.push({ name: file.name, received: await look(ctx, file, path.join(folder, 'file')) })
    return looked
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function look(
  ctx: Ctx,
  file: { hash: string; size: number; name: string },
  place: string,
): Promise<KeptFile | Refusal> {
  if (file.size === 0) return 'EMPTY'
  await pipeline(await openStored(ctx, file.hash), createWriteStream(place))
  const { refused, mimeType, kind } = await contentTypeOf(place, file.name)
  return refused ? 'BLACKLISTED' : { ...file, mimeType, kind }
}

/**
 * Adds an e-mail to the timeline of another contact besides its own, once for each contact. Its attachments are named
 * by strangers, so they replace no document unless the caller asks for it. Errors: NOT_FOUND and IN_BIN of e-mail and
 * contact, FORBIDDEN for comments that the caller may not read.
 */
export async function addToEncounter(
  ctx: Ctx,
  id: string,
  { contactRef, withComments, asNewVersion }: Wanted,
  attachments: readonly Looked[],
): Promise<AnswerOf<typeof emailApi.addToEncounter>> {
  await lockEmail(ctx, id)
  await assertEditable(ctx, contactRef)
  if (withComments && !ctx.actor.permissions.has('READ_COMMENTS')) fail('FORBIDDEN')
  const encounterRef = (await encounterOn(ctx, id, contactRef)) ?? (await addEmailEncounter(ctx, id, contactRef))
  if (withComments) await retellEmail(ctx, encounterRef, await commentsAsHtml(ctx, id))
  const files = attachments.map(({ received }) => received)
  const filed = asNewVersion
    ? await addVersions(ctx, contactRef, files)
    : await addContactDocuments(ctx, contactRef, files)
  const answers = filed.map(({ result, detail }, at) => ({ name: attachments[at]?.name ?? '', result, detail }))
  return { encounterRef, attachments: answers }
}

/** Adds the files one after the other: a file may become a version of an earlier one. */
async function addVersions(ctx: Ctx, contactRef: string, files: readonly (KeptFile | Refusal)[]) {
  const filed = []
  for (const file of files) filed.push(await addContactDocument(ctx, contactRef, file, null))
  return filed
}

async function encounterOn(ctx: Ctx, emailId: string, contactId: string): Promise<string | undefined> {
  const found = await ctx.db
    .selectFrom('encounter')
    .select('id')
    .where('email_id', '=', emailId)
    .where('contact_id', '=', contactId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  return found?.id
}

async function commentsAsHtml(ctx: Ctx, emailId: string): Promise<string> {
  const { rows } = await sql<{ username: string | null; at: string; text: string }>`
    select u.username, to_char(${zurich(sql`m.created_at`)}, 'DD.MM.YYYY HH24:MI') as at, m.text
      from comment m left join app_user u on u.id = m.author_id
     where m.email_id = ${emailId} and m.deleted_at is null order by m.created_at, m.id`.execute(ctx.db)
  return rows
    .map(({ username, at, text }) => {
      return `<p><strong>${textAsHtml(username ?? '')}, ${at}</strong><br>${textAsHtml(text)}</p>`
    })
    .join('')
}
