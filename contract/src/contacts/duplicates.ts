import { z } from 'zod'
import { ById, Done, endpoint, Id, Instant, OptionalText, PlainDate } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { contactAdmin } from '../permissions.ts'
import { Contact, ContactRow } from './contacts.ts'
import { relationTypes } from './relations.ts'

/** Reasons for two contacts being one, and, from OTHER_NAME on, reasons against it. */
const duplicateReasons = [
  'EMAIL',
  'PHONE',
  'UID',
  'BIRTHDATE',
  'ADDRESS',
  'COMPANY',
  'NAME',
  'PLACE',
  'OTHER_NAME',
  'OTHER_PLACE',
  'OTHER_BIRTHDATE',
  'OTHER_SALUTATION',
  'OTHER_UID',
  'OTHER_KIND',
] as const

const Reason = z.object({ code: z.enum(duplicateReasons), values: z.record(z.string(), z.string()) })
export type DuplicateReason = z.output<typeof Reason>
const Score = z.int().min(0).max(100)

export const duplicateRunStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const
export const DuplicateRun = z.object({
  id: Id,
  state: z.enum(duplicateRunStates),
  stepsDone: z.int(),
  stepsTotal: z.int(),
  groups: z.int(),
  newGroups: z.int(),
  createdAtUtc: Instant,
  finishedAtUtc: Instant.nullable(),
})
export type DuplicateRun = z.output<typeof DuplicateRun>

/** Group of duplicates in the list, with the reasons of all its pairs. */
export const DuplicateGroup = z.object({
  id: Id,
  score: Score,
  contacts: z.array(ContactRow),
  reasons: z.array(Reason),
})
export type DuplicateGroup = z.output<typeof DuplicateGroup>

export const DuplicatePair = z.object({
  oneRef: Id,
  otherRef: Id,
  score: Score,
  reasons: z.array(Reason),
  /** Relation that the second contact may have to the first one, if they are two. */
  proposedType: z.enum(relationTypes).nullable(),
})
export type DuplicatePair = z.output<typeof DuplicatePair>

export const DuplicateGroupDetail = z.object({
  id: Id,
  score: Score,
  contacts: z.array(Contact),
  pairs: z.array(DuplicatePair),
})
export type DuplicateGroupDetail = z.output<typeof DuplicateGroupDetail>

/** Contact as it is entered so far. */
export const ContactDraft = z.object({
  givenName: OptionalText(255).default(''),
  surname: OptionalText(255).default(''),
  companyName: OptionalText(255).default(''),
  birthdate: PlainDate.nullable().default(null),
  uid: OptionalText(30).default(''),
  emails: z.array(OptionalText(255)).max(20).default([]),
  phones: z.array(OptionalText(50)).max(20).default([]),
  places: z
    .array(z.object({ street: OptionalText(255), zipCode: OptionalText(20) }))
    .max(20)
    .default([]),
})
export type ContactDraft = z.output<typeof ContactDraft>

export const LikelyContact = z.object({
  contactRef: Id,
  fullName: z.string(),
  legalType: ContactRow.shape.legalType,
  city: z.string(),
  score: Score,
  reasons: z.array(Reason),
})
export type LikelyContact = z.output<typeof LikelyContact>

const path = '/api/contacts/duplicates'

export const duplicateApi = {
  list: endpoint({
    method: 'GET',
    path,
    allow: contactAdmin,
    summary: 'Groups of contacts that may be the same one, the likeliest first',
    shows: ['duplicate', 'contact'],
    query: z.object({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(limits.duplicates.pageSize),
    }),
    response: z.object({ groups: z.array(DuplicateGroup), total: z.int(), more: z.boolean() }),
  }),
  latestRun: endpoint({
    method: 'GET',
    path: `${path}/run`,
    allow: contactAdmin,
    summary: 'The latest search for duplicates with its progress; null when there was none',
    shows: ['duplicate'],
    response: DuplicateRun.nullable(),
  }),
  start: endpoint({
    method: 'POST',
    path: `${path}/run`,
    allow: contactAdmin,
    summary: 'Search all contacts for duplicates; answers the search that is under way, if there is one',
    response: DuplicateRun,
  }),
  notDuplicate: endpoint({
    method: 'POST',
    path: `${path}/not-duplicate`,
    allow: contactAdmin,
    summary: 'Remember that these contacts are not the same, each with each of the others',
    ends: true,
    body: z.object({ contactRefs: z.array(Id).min(2).max(limits.duplicates.groupSize) }),
    response: Done,
  }),
  relation: endpoint({
    method: 'POST',
    path: `${path}/relation`,
    allow: contactAdmin,
    summary: 'Not the same contact but related: makes the relation, type being what the other one is, and remembers it',
    ends: true,
    body: z.object({ contactRef: Id, otherRef: Id, type: z.enum(relationTypes) }),
    response: Done,
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: contactAdmin,
    summary: 'One group with its contacts and why each two of them may be the same',
    shows: ['duplicate', 'contact'],
    params: ById,
    response: DuplicateGroupDetail,
  }),
  likely: endpoint({
    method: 'POST',
    path: '/api/contacts/_likely',
    reads: true,
    allow: 'CONTACT_READ',
    summary:
      'At most five contacts that a new one may be, while it is typed, and whether somebody like this was erased',
    body: ContactDraft,
    shows: ['contact'],
    response: z.object({ matches: z.array(LikelyContact), erased: z.boolean() }),
  }),
}
