import { z } from 'zod'
import { ById, Done, endpoint, Id, Instant, Version } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { contactAdmin } from '../permissions.ts'
import { Contact, contactFields } from './contacts.ts'

/** Fields for which a merge chooses one value; all other data of the contacts is combined. */
export const mergeFields = [
  ...(Object.keys(contactFields) as (keyof typeof contactFields)[]),
  'uidCheck',
  'eoriCheck',
] as const
export type MergeField = (typeof mergeFields)[number]

export const ContactMerge = z.object({
  id: Id,
  survivorRef: Id,
  survivorName: z.string(),
  mergedNames: z.array(z.string()),
  createdBy: z.string(),
  createdAtUtc: Instant,
})
export type ContactMerge = z.output<typeof ContactMerge>

export const mergeApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/contact-merges',
    allow: contactAdmin,
    summary: 'The merges of the last 30 days that can be undone, the latest first',
    shows: ['contact'],
    response: z.array(ContactMerge),
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/contact-merges',
    allow: contactAdmin,
    summary: 'Make one contact of several: everything of the others moves to the survivor, whose ids lead to it',
    ends: true,
    body: z.object({
      survivorRef: Id,
      /** All contacts of the merge, including the survivor, with the version that the caller looked at. */
      contacts: z
        .array(z.object({ contactRef: Id, version: Version }))
        .min(2)
        .max(limits.duplicates.groupSize),
      /** Contact whose value is kept, by field; default is the survivor. */
      fields: z.partialRecord(z.enum(mergeFields), Id).default({}),
      /** Joins the remarks of all contacts instead of keeping those of one. */
      allRemarks: z.boolean().default(false),
    }),
    response: z.object({ mergeRef: Id, survivor: Contact }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/contact-merges/:id/undo',
    allow: contactAdmin,
    summary: 'Take a merge apart again; refused, with the reason, when what it changed was changed since',
    params: ById,
    response: Done,
  }),
}
