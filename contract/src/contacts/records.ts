import { z } from 'zod'
import { ById, Done, endpoint, fileAnswer, OptionalText } from '../endpoint.ts'
import { contactAdmin } from '../permissions.ts'

/** Why data of an erased contact stays: the law requires it, an order needs it, or it names the contact elsewhere. */
export const keepReasons = ['RETENTION', 'ORDER', 'NAMED_ELSEWHERE'] as const
export type KeepReason = (typeof keepReasons)[number]

/** Tables with data of a contact, for which the preview has names. */
export const erasedKinds = [
  'contact',
  'address',
  'email_address',
  'phone_number',
  'contact_person',
  'contact_relation',
  'contact_document',
  'encounter',
  'comment',
  'dossier',
  'flame',
  'email',
  'email_draft',
  'notification',
  'phone_call',
  'project_contact',
  'history',
] as const
export type ErasedKind = (typeof erasedKinds)[number]

const Counted = z.object({
  /** Table name. */
  what: z.string(),
  count: z.int(),
})

export const ErasurePreview = z.object({
  fullName: z.string(),
  goes: z.array(Counted),
  stays: z.array(Counted.extend({ because: z.enum(keepReasons) })),
  /** Shared addresses, e-mail addresses and phone numbers, which become those of the other contacts. */
  handedOver: z.int(),
  files: z.int(),
})
export type ErasurePreview = z.output<typeof ErasurePreview>

export const contactRecordApi = {
  archive: endpoint({
    method: 'GET',
    path: '/api/contacts/:id/record.zip',
    allow: contactAdmin,
    summary: 'Everything that is kept about a contact: a JSON file for each area, its files, and what changed',
    params: ById,
    response: fileAnswer('application/zip'),
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/contacts/:id/erasure',
    allow: contactAdmin,
    summary: 'What erasing a contact would remove, and what would have to stay and why',
    params: ById,
    shows: [
      'contact',
      'relation',
      'encounter contact=:id',
      'document contact=:id',
      // includes comments on the orders and e-mails of the contact
      'comment',
      'flame contact=:id',
      'project',
      'email',
      'duplicate',
    ],
    response: ErasurePreview,
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/contacts/:id/erasure',
    allow: contactAdmin,
    summary: 'Erase a contact for good; its full name confirms it. An import will not bring it back',
    ends: true,
    params: ById,
    body: z.object({ name: OptionalText(600) }),
    response: Done,
  }),
}
