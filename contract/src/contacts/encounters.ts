import { z } from 'zod'
import { AppointmentFacts } from '../calendars/appointment-facts.ts'
import { ValidEmailAddress } from '../email-address.ts'
import {
  ById,
  Done,
  EnteredInstant,
  endpoint,
  fileAnswer,
  Id,
  Instant,
  OptionalText,
  PlainDate,
  QueryFlag,
  Version,
} from '../endpoint.ts'
import { limits } from '../limits.ts'
import { deliveryStates, emailStates } from '../mail/emails.ts'
import { VoiceMemo } from './voice-memos.ts'

export const encounterTypes = [
  'TELEPHONE',
  'FACE_TO_FACE',
  'EMAIL_INCOMING',
  'EMAIL_OUTGOING',
  'VOICE_MEMO',
  'POST',
  'FAX',
  'APPOINTMENT',
  'TASK',
  'TODO',
] as const
export type EncounterType = (typeof encounterTypes)[number]

/** Types that only the product creates; people cannot choose them. */
const madeElsewhere: readonly EncounterType[] = ['FAX', 'EMAIL_INCOMING', 'EMAIL_OUTGOING', 'VOICE_MEMO']
export const isByHand = (type: EncounterType): boolean => !madeElsewhere.includes(type)
/**
 * Returns whether an encounter is an e-mail: its description is HTML, all others are plain text, and nobody edits it.
 */
export const isEmail = (type: EncounterType): boolean => type === 'EMAIL_INCOMING' || type === 'EMAIL_OUTGOING'

export const Encounter = z.object({
  id: Id,
  version: Version,
  contactRef: Id,
  encounterType: z.enum(encounterTypes),
  /** Subject of an e-mail; otherwise empty or entered by a person. */
  title: z.string(),
  /** Time at which the encounter happened. */
  originalKnownSince: Instant,
  createdAtUtc: Instant,
  description: z.string(),
  assigneeRef: Id.nullable(),
  /** User names. */
  createdBy: z.string().nullable(),
  updatedBy: z.string().nullable(),
  duplicate: z.boolean(),
  /** Id of the record that the encounter was made from, set only by the product; two ids are joined by '#'. */
  upstreamId: z.string().nullable(),
  furtherEmailAddressesToAnswer: z.array(z.string()),
  contentMailingsDdj: z.boolean(),
  contentMailingsPostcard: z.boolean(),
  contentMailingsSeedsMagazine: z.boolean(),
  voiceMemo: VoiceMemo.nullable(),
  /** Message of an e-mail encounter, as long as it exists. */
  email: z
    .object({
      /** Beginning of the text. */
      preview: z.string(),
      attachmentCount: z.int(),
      state: z.enum(emailStates),
      answeredAtUtc: Instant.nullable(),
      /** Delivery state of an outgoing message. */
      delivery: z.enum(deliveryStates).nullable(),
    })
    .nullable(),
  /** Appointment of the encounter; the appointment calendar moves and cancels it. */
  appointment: AppointmentFacts.nullable(),
  /** Set while the encounter is in the bin. */
  deletedAtUtc: Instant.nullable(),
})
export type Encounter = z.output<typeof Encounter>

const fields = {
  encounterType: z.enum(encounterTypes),
  description: OptionalText(limits.encounter.descriptionLength).default(''),
  assigneeRef: Id.nullable().default(null),
  contentMailingsDdj: z.boolean().default(false),
  contentMailingsPostcard: z.boolean().default(false),
  contentMailingsSeedsMagazine: z.boolean().default(false),
}
/** Fields that keep their values when a change leaves them out. */
const quietFields = {
  title: OptionalText(limits.encounter.titleLength).optional(),
  duplicate: z.boolean().optional(),
  furtherEmailAddressesToAnswer: z.array(ValidEmailAddress).max(100).optional(),
}

/** New encounter; without a time it happened now. */
export const NewEncounter = z.object({ originalKnownSince: EnteredInstant.optional(), ...fields, ...quietFields })
export type NewEncounter = z.output<typeof NewEncounter>
export const EncounterChange = z.object({
  version: Version,
  originalKnownSince: EnteredInstant,
  ...fields,
  ...quietFields,
})
export type EncounterChange = z.output<typeof EncounterChange>

const oneOrMore = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z.union([z.string().transform((one) => [one]), z.array(z.string())]).pipe(z.array(item).max(encounterTypes.length))

const page = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(1000).default(limits.encounter.pageSize),
}
const filter = {
  /** Every word occurs in the title or the text. */
  searchTerm: OptionalText(255).optional(),
  /** Days in the time zone of the product, both included. */
  start: PlainDate.optional(),
  end: PlainDate.optional(),
  encounterType: oneOrMore(z.enum(encounterTypes)).optional(),
}
export const EncounterFilter = z.object(filter)
export type EncounterFilter = z.output<typeof EncounterFilter>

const Page = z.object({ encounters: z.array(Encounter), total: z.int() })
const Day = z.object({ originalKnownSince: Instant.nullable() })
const Several = z.object({ ids: z.array(Id).min(1).max(limits.encounter.atOnce) })

const ofContact = '/api/contacts/:id/encounters'
const one = z.object({ id: Id, encId: Id })
const read = 'ENCOUNTER_READ'

export const encounterApi = {
  list: endpoint({
    method: 'GET',
    path: ofContact,
    allow: read,
    summary: "A page of a contact's encounters, the latest first",
    shows: ['encounter contact=:id'],
    params: ById,
    query: z.object(page),
    response: Page,
  }),
  listByType: endpoint({
    method: 'GET',
    path: `${ofContact}/types/:type`,
    allow: read,
    summary: "A page of a contact's encounters of one type, the latest first",
    shows: ['encounter contact=:id'],
    params: z.object({ id: Id, type: z.enum(encounterTypes) }),
    query: z.object(page),
    response: Page,
  }),
  search: endpoint({
    method: 'GET',
    path: `${ofContact}/search`,
    allow: read,
    summary: "A page of a contact's encounters by words, days and types (encounterType may repeat), the latest first",
    shows: ['encounter contact=:id'],
    params: ById,
    query: z.object({ ...filter, ...page }),
    response: Page,
  }),
  searchIds: endpoint({
    method: 'GET',
    path: `${ofContact}/search/ids`,
    allow: read,
    summary: 'The ids of all that a search finds, to choose them at once; the latest',
    shows: ['encounter contact=:id'],
    params: ById,
    query: EncounterFilter,
    response: z.array(Id),
  }),
  min: endpoint({
    method: 'GET',
    path: `${ofContact}/min`,
    allow: read,
    summary: "When a contact's first encounter happened; null when there is none",
    shows: ['encounter contact=:id'],
    params: ById,
    response: Day,
  }),
  max: endpoint({
    method: 'GET',
    path: `${ofContact}/max`,
    allow: read,
    summary: "When a contact's last encounter happened; null when there is none",
    shows: ['encounter contact=:id'],
    params: ById,
    response: Day,
  }),
  count: endpoint({
    method: 'GET',
    path: `${ofContact}/_count`,
    allow: read,
    summary: 'How many encounters a contact has',
    shows: ['encounter contact=:id'],
    params: ById,
    response: z.object({ count: z.int() }),
  }),
  months: endpoint({
    method: 'GET',
    path: `${ofContact}/_months`,
    allow: read,
    summary: 'How many encounters a contact has in each month with at least one, the earliest month first',
    shows: ['encounter contact=:id'],
    params: ById,
    response: z.array(z.object({ month: z.string(), count: z.int() })),
  }),
  bin: endpoint({
    method: 'GET',
    path: `${ofContact}/bin`,
    allow: 'ENCOUNTER_DELETE',
    summary: "A contact's encounters in the bin, the latest deleted first",
    shows: ['encounter contact=:id'],
    params: ById,
    query: z.object(page),
    response: Page,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/contacts/encounters/:id',
    allow: read,
    summary: 'One encounter, in the bin too for those who may delete encounters',
    params: ById,
    shows: ['encounter encounter=:id'],
    response: Encounter,
  }),
  add: endpoint({
    method: 'POST',
    path: ofContact,
    allow: 'ENCOUNTER_CREATE',
    idempotencyKey: 'accepted',
    summary: 'Add an encounter; FAX, e-mails and voice memos cannot be chosen',
    params: ById,
    body: NewEncounter,
    response: Encounter,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${ofContact}/:encId`,
    allow: 'ENCOUNTER_MODIFY',
    summary: 'Change an encounter that is no e-mail',
    params: one,
    body: EncounterChange,
    response: Encounter,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${ofContact}/:encId`,
    allow: 'ENCOUNTER_DELETE',
    summary: 'Move an encounter to the bin',
    params: one,
    response: Done,
  }),
  restore: endpoint({
    method: 'PUT',
    path: `${ofContact}/:encId/restore`,
    allow: 'ENCOUNTER_DELETE',
    summary: 'Bring an encounter back from the bin',
    params: one,
    response: Encounter,
  }),
  removeSeveral: endpoint({
    method: 'POST',
    path: `${ofContact}/_delete`,
    allow: 'ENCOUNTER_DELETE',
    summary: 'Move several encounters to the bin, all or none',
    params: ById,
    body: Several,
    response: Done,
  }),
  restoreSeveral: endpoint({
    method: 'POST',
    path: `${ofContact}/_restore`,
    allow: 'ENCOUNTER_DELETE',
    summary: 'Bring several encounters back from the bin, all or none',
    params: ById,
    body: Several,
    response: Done,
  }),
  move: endpoint({
    method: 'PUT',
    path: `${ofContact}/:encId/move/:target`,
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'Move an encounter to another contact',
    params: one.extend({ target: Id }),
    response: Encounter,
  }),
  moveSeveral: endpoint({
    method: 'POST',
    path: `${ofContact}/_move`,
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'Move several encounters to another contact, all or none',
    params: ById,
    body: Several.extend({ target: Id }),
    response: Done,
  }),
  addVoiceMemo: endpoint({
    method: 'POST',
    path: `${ofContact}/voicememo`,
    allow: 'ENCOUNTER_CREATE',
    idempotencyKey: 'accepted',
    summary: 'Add a voice memo (mp3 of at most two minutes); it is transcribed in the background where that is set up',
    params: ById,
    upload: { maxBytes: limits.voiceMemo.fileBytes, missing: 'NO_RECORDING' },
    response: Encounter,
  }),
  voiceMemo: endpoint({
    method: 'GET',
    path: `${ofContact}/:encId/voicememo`,
    allow: read,
    summary: 'The recording, whole or a range of it; isPreview plays it in the browser',
    params: one,
    query: z.object({ isPreview: QueryFlag.optional() }),
    response: fileAnswer('audio/mpeg'),
  }),
  transcribe: endpoint({
    method: 'PUT',
    path: `${ofContact}/:encId/voicememo/transcribe`,
    allow: 'ENCOUNTER_MODIFY',
    summary: 'Transcribe a voice memo again, in the background; a text that a person edited only with overwrite=true',
    params: one,
    query: z.object({ overwrite: QueryFlag.optional() }),
    response: Encounter,
  }),
}
