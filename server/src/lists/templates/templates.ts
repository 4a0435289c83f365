import { type Kysely, sql } from 'kysely'
import type { Contact } from '#contract/contacts/contacts'
import type { BodyOf } from '#contract/endpoint'
import type { Language } from '#contract/limits'
import { type KnownField, knownFieldNames } from '#contract/lists/placeholders'
import type { Preview, Template, templateApi } from '#contract/lists/templates'
import type { Flame } from '#contract/orders/flames'
import { getContact } from '../../contacts/contacts.ts'
import { usesOf } from '../../db/references.ts'
import type { DB } from '../../db/schema.ts'
import { cleanHtml } from '../../files/clean-html.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { getFlame, seesFlame } from '../../orders/flames/flames.ts'
import { getAccount } from '../../users/users.ts'
import { ownSignature } from './email-signature.ts'
import { fieldsIn, placeholderFaults } from './find-placeholders.ts'
import { holdPictures } from './gallery-pictures.ts'
import { renderLine, renderTemplate, renderText, type TemplateData } from './render-template.ts'
import {
  type AppointmentTexts,
  appointmentData,
  contactData,
  dossierData,
  generalData,
  type ProjectDates,
  projectDates,
  sampleData,
  type TodoTexts,
  todoData,
  userData,
} from './template-data.ts'

// Exports of templates and the signature for other slices.
export { withSignature } from './email-signature.ts'
export { renamePicture, usesOfPicture } from './gallery-pictures.ts'
export { holdsPlaceholder, renderLine, renderText, type TemplateData } from './render-template.ts'
export { type TodoTexts, todoData } from './template-data.ts'

/** Returns the templates, ordered by title. */
export const listTemplates = (ctx: Ctx): Promise<Template[]> => selectTemplates(ctx.db)

/** Errors: TITLE_EXIST, VALIDATION for invalid placeholders and documents. */
export async function addTemplate(ctx: Ctx, body: BodyOf<typeof templateApi.add>): Promise<Template> {
  const values = checked(body)
  await holdPictures(ctx, values.content)
  const { id } = await ctx.db.insertInto('mail_template').values(values).returning('id').executeTakeFirstOrThrow()
  await writeDocuments(ctx.db, id, body.predefinedDocuments)
  return getTemplate(ctx.db, id)
}

/** Errors: NOT_FOUND, STALE_VERSION with the saved template, TITLE_EXIST, VALIDATION (placeholders, documents). */
export async function updateTemplate(
  ctx: Ctx,
  id: string,
  { version, ...body }: BodyOf<typeof templateApi.update>,
): Promise<Template> {
  const values = checked(body)
  await holdPictures(ctx, values.content)
  const changed = await ctx.db
    .updateTable('mail_template')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) fail('STALE_VERSION', { current: await getTemplate(ctx.db, id) })
  await ctx.db.deleteFrom('template_document').where('template_id', '=', id).execute()
  await writeDocuments(ctx.db, id, body.predefinedDocuments)
  return getTemplate(ctx.db, id)
}

/** Errors: NOT_FOUND, IN_USE while the e-mails about appointments use it. */
export async function removeTemplate(ctx: Ctx, id: string): Promise<undefined> {
  // Waits for transactions that are about to choose the template in the settings.
  await ctx.db.selectFrom('mail_template').select('id').where('id', '=', id).forUpdate().execute()
  const usedBy = await usesOf(ctx.db, 'mail_template', [id], 'empty')
  if (usedBy.length > 0) fail('IN_USE', { usedBy })
  const gone = await ctx.db.deleteFrom('mail_template').where('id', '=', id).returning('id').executeTakeFirst()
  if (!gone) fail('NOT_FOUND')
}

function checked({ title, subject, content }: BodyOf<typeof templateApi.add>) {
  const clean = cleanHtml(content)
  const fields = [
    ...placeholderFaults(subject, knownFieldNames).map((fault) => ({ path: 'subject', ...fault })),
    ...placeholderFaults(clean, knownFieldNames).map((fault) => ({ path: 'content', ...fault })),
  ]
  if (fields.length > 0) fail('VALIDATION', { fields })
  return { title, subject, content: clean }
}

/** Stores the documents of a template, and locks them so that none is moved to the bin meanwhile. */
async function writeDocuments(db: Kysely<DB>, templateId: string, documents: readonly string[]): Promise<void> {
  const ids = [...new Set(documents)]
  const { rows } = await sql`
    select from library_document
     where id = any (${ids}::uuid[]) and collection = 'SHARED_DOCUMENTS' and deleted_at is null for share`.execute(db)
  if (rows.length < ids.length) {
    fail('VALIDATION', { fields: [{ path: 'predefinedDocuments', invalid: 'unknownRef' }] })
  }
  if (ids.length === 0) return
  await db
    .insertInto('template_document')
    .values(ids.map((document_id, position) => ({ template_id: templateId, document_id, position })))
    .execute()
}

/** Errors: NOT_FOUND. */
export async function getTemplate(db: Kysely<DB>, id: string): Promise<Template> {
  const [template] = await selectTemplates(db, id)
  return template ?? fail('NOT_FOUND')
}

async function selectTemplates(db: Kysely<DB>, id?: string): Promise<Template[]> {
  const which = id === undefined ? sql`true` : sql`t.id = ${id}`
  const { rows } = await sql<Template>`
    select t.id, t.version, t.title, t.subject, t.content, coalesce((
             select json_agg(d.document_id order by d.position) from template_document d
              where d.template_id = t.id), '[]') as "predefinedDocuments"
      from mail_template t where ${which} order by fold(t.title), t.id`.execute(db)
  return rows
}

/**
 * Returns a template with its placeholders replaced; fields without a record show examples that are marked as such.
 * Errors: NOT_FOUND, FORBIDDEN, VALIDATION for a flame of another contact.
 */
export async function previewTemplate(
  ctx: Ctx,
  { subject, content, ...about }: BodyOf<typeof templateApi.preview>,
): Promise<Preview> {
  const { contact, flame } = await recordsOf(ctx, about)
  const language = languageOf(ctx, contact, flame)
  const real = await messageData(ctx, contact, flame)
  const clean = cleanHtml(content)
  const used = fieldsIn(clean + subject)
  const samples = new Set<KnownField>(used.filter((field) => !(field in real)))
  const data = { ...sampleData(ctx.now, language), ...real }
  return {
    subject: renderLine(subject, data, language, samples),
    content: renderTemplate(clean, data, language, samples),
    samples: [...samples],
  }
}

/**
 * Returns a template as the beginning of a message: placeholders without a record stay, and so does the signature.
 * Errors: NOT_FOUND, FORBIDDEN, VALIDATION for a flame of another contact.
 */
export async function fillTemplate(
  ctx: Ctx,
  id: string,
  about: BodyOf<typeof templateApi.fill>,
): Promise<{ subject: string; content: string }> {
  const { subject, content } = await getTemplate(ctx.db, id)
  const { contact, flame } = await recordsOf(ctx, about)
  const language = languageOf(ctx, contact, flame)
  const { userSignature: _, ...data } = await messageData(ctx, contact, flame)
  return { subject: renderLine(subject, data, language), content: renderTemplate(content, data, language) }
}

/** Returns the language of a message: a dossier's own, which may differ from its contact's, or the contact's. */
const languageOf = (ctx: Ctx, contact: Contact | null, flame: Flame | null): Language =>
  flame?.dossier.language ?? contact?.language ?? ctx.actor.language

/**
 * Returns the text of each placeholder, null if there is none or for the signature. Errors: those of `fillTemplate`
 * except for the template itself.
 */
export async function placeholderValues(
  ctx: Ctx,
  { placeholders, ...about }: BodyOf<typeof templateApi.values>,
): Promise<{ placeholder: string; text: string | null }[]> {
  const { contact, flame } = await recordsOf(ctx, about)
  const language = languageOf(ctx, contact, flame)
  const { userSignature: _, ...data } = await messageData(ctx, contact, flame)
  return placeholders.map((placeholder) => {
    const written = `{{${placeholder}}}`
    const text = renderText(written, data, language)
    return { placeholder, text: text === written || text === '' ? null : text }
  })
}

/** Returns the fields for a message of the signed-in user to a contact, without the fields of projects. */
async function messageData(ctx: Ctx, contact: Contact | null, flame: Flame | null): Promise<TemplateData> {
  return {
    ...(await writtenData(ctx, contact, flame)),
    ...(flame ? await nextTodoData(ctx, flame.id) : {}),
    userSignature: (await ownSignature(ctx)).content,
  }
}

/** Returns the fields for texts of a flame, such as its to-dos. Errors: NOT_FOUND. */
export async function flameData(ctx: Ctx, flameRef: string): Promise<TemplateData> {
  const flame = (await getFlame(ctx, flameRef)).value
  const knows = ctx.actor.permissions.has('CONTACT_READ')
  const contact = knows ? (await getContact(ctx, flame.dossier.contactRef)).value : null
  return writtenData(ctx, contact, flame)
}

/**
 * Returns a template for a message about an appointment, in the language of the contact and with the signature of the
 * signed-in user. Placeholders without a record stay. Errors: NOT_FOUND.
 */
export async function appointmentMessage(
  ctx: Ctx,
  { subject, content }: Pick<Template, 'subject' | 'content'>,
  contact: Contact,
  appointment: AppointmentTexts,
): Promise<{ subject: string; content: string }> {
  const data = { ...(await messageData(ctx, contact, null)), ...appointmentData(appointment) }
  return {
    subject: renderLine(subject, data, contact.language),
    content: renderTemplate(content, data, contact.language),
  }
}

/** Returns the fields for texts of a project: its dates and the general fields. */
export async function projectData(ctx: Ctx, dates: ProjectDates): Promise<TemplateData> {
  return { ...(await writtenData(ctx, null, null)), ...projectDates(dates) }
}

async function writtenData(ctx: Ctx, contact: Contact | null, flame: Flame | null): Promise<TemplateData> {
  return {
    ...generalData(ctx.now),
    ...userData(await getAccount(ctx, actorId(ctx))),
    ...(contact ? contactData(contact, flame?.dossier.language) : {}),
    ...(flame ? dossierData(flame.dossier) : {}),
  }
}

/** Returns the fields of the flame's next open to-do, or none. */
async function nextTodoData(ctx: Ctx, flameRef: string): Promise<TemplateData> {
  if (!ctx.actor.permissions.has('TODO_READ')) return {}
  const { rows } = await sql<TodoTexts>`
    select title, activities, feedback, iso(start) as start from todo
     where ref = ${flameRef} and state <> 'DONE' and deleted_at is null order by coalesce(due, start), order_key limit 1`.execute(
    ctx.db,
  )
  return rows[0] ? todoData(rows[0]) : {}
}

/** Returns the contact and the flame that a message is about; by default the contact of the flame. */
async function recordsOf(ctx: Ctx, { contactRef, flameRef }: BodyOf<typeof templateApi.fill>) {
  const named = contactRef ? await contactOf(ctx, contactRef) : null
  if (!flameRef) return { contact: named, flame: null }
  const refused = (invalid: 'unknownRef' | 'flameOfOther') =>
    fail('VALIDATION', { fields: [{ path: 'flameRef', invalid }] })
  if (!(await seesFlame(ctx, flameRef))) return refused('unknownRef')
  const flame = (await getFlame(ctx, flameRef)).value
  const contact = named ?? (await contactOf(ctx, flame.dossier.contactRef))
  return flame.dossier.contactRef === contact.id ? { contact, flame } : refused('flameOfOther')
}

async function contactOf(ctx: Ctx, id: string): Promise<Contact> {
  if (!ctx.actor.permissions.has('CONTACT_READ')) fail('FORBIDDEN')
  return (await getContact(ctx, id)).value
}
