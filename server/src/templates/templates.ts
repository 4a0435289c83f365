import type { Contact } from '@glut/contract/contacts'
import type { BodyOf } from '@glut/contract/endpoint'
import { type KnownField, knownFieldNames } from '@glut/contract/placeholders'
import type { Preview, Template, templateApi } from '@glut/contract/templates'
import { getContact } from '../contacts/contacts.ts'
import { actorId, type Ctx } from '../http/context.ts'
import { fail } from '../http/problem.ts'
import { getUser } from '../users/users.ts'
import { cleanHtml } from './clean-html.ts'
import { ownSignature } from './email-signature.ts'
import { fieldsIn, placeholderFaults } from './find-placeholders.ts'
import { renderTemplate, renderText, type TemplateData } from './render-template.ts'
import { contactData, generalData, sampleData, userData } from './template-data.ts'

const columns = ['id', 'version', 'title', 'subject', 'content', 'predefined_documents as predefinedDocuments'] as const

export const listTemplates = (ctx: Ctx): Promise<Template[]> =>
  ctx.db.selectFrom('mail_template').select(columns).orderBy('title').execute()

/** Errors: TITLE_EXIST, VALIDATION for placeholders that are none. */
export async function addTemplate(ctx: Ctx, body: BodyOf<typeof templateApi.add>): Promise<Template> {
  return ctx.db.insertInto('mail_template').values(checked(body)).returning(columns).executeTakeFirstOrThrow()
}

/** Errors: NOT_FOUND, STALE_VERSION with the template saved now, TITLE_EXIST, VALIDATION for placeholders that are none. */
export async function updateTemplate(
  ctx: Ctx,
  id: string,
  { version, ...body }: BodyOf<typeof templateApi.update>,
): Promise<Template> {
  const changed = await ctx.db
    .updateTable('mail_template')
    .set({ ...checked(body), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirst()
  if (changed) return changed
  const current = await ctx.db.selectFrom('mail_template').select(columns).where('id', '=', id).executeTakeFirst()
  return current ? fail('STALE_VERSION', { current }) : fail('NOT_FOUND')
}

/** Errors: NOT_FOUND. */
export async function removeTemplate(ctx: Ctx, id: string): Promise<undefined> {
  const gone = await ctx.db.deleteFrom('mail_template').where('id', '=', id).returning('id').executeTakeFirst()
  if (!gone) fail('NOT_FOUND')
}

function checked({ title, subject, content, predefinedDocuments }: BodyOf<typeof templateApi.add>) {
  const clean = cleanHtml(content)
  const fields = [
    ...placeholderFaults(subject, knownFieldNames).map((fault) => ({ path: 'subject', ...fault })),
    ...placeholderFaults(clean, knownFieldNames).map((fault) => ({ path: 'content', ...fault })),
  ]
  if (fields.length > 0) fail('VALIDATION', { fields })
  return { title, subject, content: clean, predefined_documents: [...new Set(predefinedDocuments)] }
}

/** What a template becomes; fields without a record hold examples that say so. Errors: NOT_FOUND, FORBIDDEN. */
export async function previewTemplate(
  ctx: Ctx,
  { subject, content, contactRef }: BodyOf<typeof templateApi.preview>,
): Promise<Preview> {
  const contact = contactRef ? await contactOf(ctx, contactRef) : null
  const language = contact?.language ?? ctx.actor.language
  const real = await messageData(ctx, contact)
  const clean = cleanHtml(content)
  const used = fieldsIn(clean + subject)
  const samples = new Set<KnownField>(used.filter((field) => !(field in real)))
  const data = { ...sampleData(ctx.now, language), ...real }
  return {
    subject: renderText(subject, data, language, samples),
    content: renderTemplate(clean, data, language, samples),
    samples: [...samples],
  }
}

/** What a message of the signed-in user to a contact is made of; to-do, dossier and project add theirs. */
async function messageData(ctx: Ctx, contact: Contact | null): Promise<TemplateData> {
  const user = await getUser(ctx, actorId(ctx))
  return {
    ...generalData(ctx.now),
    ...userData(user),
    userSignature: (await ownSignature(ctx)).content,
    ...(contact ? contactData(contact) : {}),
  }
}

async function contactOf(ctx: Ctx, id: string): Promise<Contact> {
  if (!ctx.actor.permissions.has('CONTACT_READ')) fail('FORBIDDEN')
  return JSON.parse((await getContact(ctx, id)).text) as Contact
}
