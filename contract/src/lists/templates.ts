import { z } from 'zod'
import { ById, Done, endpoint, Id, OptionalTitle, Title, Version } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { officeStaff } from '../permissions.ts'
import { type KnownField, knownFieldNames } from './placeholders.ts'

/** HTML of the editor, including its pictures; the server removes what a message must not contain. */
const Html = z.string().max(limits.html.length)

const templateFields = {
  title: Title(255),
  subject: OptionalTitle(255).default(''),
  content: Html,
  /** Shared documents that become attachments of the message. */
  predefinedDocuments: z.array(Id).max(49).default([]),
}
export const Template = z.object({ id: Id, version: Version, ...templateFields })
export type Template = z.output<typeof Template>
export const NewTemplate = z.object(templateFields)
const TemplateChange = z.object({ version: Version, ...templateFields })

/** Rendered message. `samples` are the fields that show marked example values, for lack of real data. */
const Preview = z.object({
  subject: z.string(),
  content: z.string(),
  samples: z.array(z.enum(knownFieldNames as [KnownField, ...KnownField[]])),
})
export type Preview = z.output<typeof Preview>

export const templateApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/templates',
    allow: officeStaff,
    summary: 'All mail templates',
    shows: ['list'],
    response: z.array(Template),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/templates',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    idempotencyKey: 'accepted',
    summary: 'Add a mail template; unknown placeholders are refused with their place',
    body: NewTemplate,
    response: Template,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/templates/:id',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'Change a mail template',
    params: ById,
    body: TemplateChange,
    response: Template,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/templates/:id',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'Remove a mail template',
    params: ById,
    response: Done,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/templates/_preview',
    reads: true,
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'What a template becomes for a contact, in the language of the contact',
    shows: ['list', 'contact', 'flame', 'user'],
    body: z.object({
      subject: OptionalTitle(255).default(''),
      content: Html,
      contactRef: Id.nullable().default(null),
      flameRef: Id.nullable().default(null),
    }),
    response: Preview,
  }),
  fill: endpoint({
    method: 'POST',
    path: '/api/templates/:id/_fill',
    reads: true,
    allow: 'EMAIL_CREATE',
    summary:
      'A template filled in for a contact and one of its flames, to begin a message with; what has no record stays as its placeholder',
    shows: [],
    params: ById,
    body: z.object({
      /** Default is the contact of the flame. */
      contactRef: Id.nullable().default(null),
      flameRef: Id.nullable().default(null),
    }),
    response: z.object({ subject: z.string(), content: z.string() }),
  }),
  values: endpoint({
    method: 'POST',
    path: '/api/templates/_values',
    reads: true,
    allow: 'EMAIL_CREATE',
    summary: 'What placeholders become for a contact and one of its flames, in the language of the contact',
    shows: [],
    body: z.object({
      /** Default is the contact of the flame. */
      contactRef: Id.nullable().default(null),
      flameRef: Id.nullable().default(null),
      /** Text between the braces of each placeholder. */
      placeholders: z.array(z.string().max(300)).max(100),
    }),
    /** Null where the placeholder has no value. */
    response: z.array(z.object({ placeholder: z.string(), text: z.string().nullable() })),
  }),
}

export const EmailSignature = z.object({ id: Id, version: Version, content: Html })
export type EmailSignature = z.output<typeof EmailSignature>

export const emailSignatureApi = {
  own: endpoint({
    method: 'GET',
    path: '/api/users/template/emailSignature',
    allow: 'EMAIL_CREATE',
    summary: 'The signature template rendered for the signed-in user',
    shows: ['list', 'user'],
    response: z.object({ content: z.string() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/email-signature',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'The signature template of everybody',
    shows: ['list'],
    response: EmailSignature,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/email-signature',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'Change the signature template',
    body: z.object({ version: Version, content: Html }),
    response: EmailSignature,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/email-signature/_preview',
    reads: true,
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'What a signature template becomes for a user',
    body: z.object({ content: Html, userRef: Id }),
    shows: ['list', 'user'],
    response: z.object({ content: z.string() }),
  }),
}
