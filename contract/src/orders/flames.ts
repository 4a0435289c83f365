import { z } from 'zod'
import { customerTypes } from '../contacts/contacts.ts'
import { ById, Done, endpoint, Id, Instant, PlainDate, QueryFlag, Version } from '../endpoint.ts'
import { Origin } from '../origins.ts'
import { HistoryPage, HistoryQuery } from '../together/history.ts'
import { TodoCount } from '../work/todo-count.ts'
import { Dossier } from './dossiers.ts'
import { FlameChange, FlameMove, flameFields, NewFlame, override } from './flame-changes.ts'
import { FlameSearch, PickupSpan } from './flame-search.ts'
import { stepRequirements } from './step-requirements.ts'

/** Board and step of a flame; both board refs are equal. */
const place = { taskboardRef: Id, blackBoardRef: Id, step: Id }

/** Fields of every shape of a flame. */
const common = {
  id: Id,
  version: Version,
  ...place,
  ...flameFields,
  /** Absence of the assignee from which the proxy follows; missing where the proxy was entered by hand. */
  proxyAbsenceRef: Id.optional(),
  created: Instant,
  updated: Instant,
  /** Time since when the flame is in its step. */
  inStepSinceUtc: Instant,
  archivedUtc: Instant.nullable(),
  deletedUtc: Instant.nullable(),
  /** Requirements of any step that the dossier does not meet. */
  lacks: z.array(z.enum(stepRequirements)),
}

export const Flame = z.object({ ...common, dossier: Dossier })
export type Flame = z.output<typeof Flame>

/** Flame as boards and lists show it. */
export const FlameCard = z.object({
  ...common,
  /** Sort key within a step. */
  order: z.int(),
  contactRef: Id,
  contactName: z.string(),
  customerType: z.enum(customerTypes).nullable(),
  certificateName: z.string(),
  sapOrdernumber: z.string(),
  pickupDate: Instant.nullable(),
  selfPickupAt: Instant.nullable(),
  deliveryDate: Instant.nullable(),
  delivered: z.boolean(),
  taxFreeDelivery: z.boolean(),
  oss: z.boolean(),
  todos: TodoCount,
  /** Ordered articles, in one line. */
  ordered: z.string(),
  /** Zip code and town of the delivery address. */
  destination: z.string(),
  /** Number of packages on the packing list, and their total weight. */
  crates: z.int(),
  weightInKg: z.number(),
})
export type FlameCard = z.output<typeof FlameCard>

/** Flame in the bin, with the name of who put it there. */
export const BinnedFlame = FlameCard.extend({ deletedBy: z.string().nullable() })
export type BinnedFlame = z.output<typeof BinnedFlame>

/** Entry of the pickup calendar, one per date. */
export const FlamePickup = z.object({
  flameRef: Id,
  ...place,
  version: Version,
  kind: z.enum(['PICKUP', 'SELF_PICKUP', 'DELIVERY']),
  at: Instant,
  contactRef: Id,
  contactName: z.string(),
  certificateName: z.string(),
  sapOrdernumber: z.string(),
  assigneeRef: Id.nullable(),
  forwardingAgencyRef: Id.nullable(),
  forwardingAgency: z.string(),
  /** Number of packages on the packing list, and their total weight. */
  crates: z.int(),
  weightInKg: z.number(),
  delivered: z.boolean(),
  lacks: common.lacks,
})
export type FlamePickup = z.output<typeof FlamePickup>

/** Change of step: who, when, and the names that the steps had then. */
export const FlameStepChange = z.object({
  id: Id,
  at: Instant,
  username: z.string().nullable(),
  fromBoard: z.string().nullable(),
  fromStep: z.string().nullable(),
  toBoard: z.string(),
  toStep: z.string(),
  /** Requirements that were missing when an admin overrode them, and the reason. */
  missing: z.array(z.enum(stepRequirements)),
  overrideReason: z.string(),
})
export type FlameStepChange = z.output<typeof FlameStepChange>

const path = '/api/flames'
const cards = z.array(FlameCard)

export const flameApi = {
  board: endpoint({
    method: 'GET',
    path: `${path}/blackboard/:id`,
    allow: 'FLAME_READ',
    summary: 'The open flames of a board, by step and order; those with a reminder to come only withFutureTask',
    shows: ['flame board=:id', 'board', 'absence'],
    params: ById,
    query: z.object({ contactRef: Id.optional(), withFutureTask: QueryFlag.optional() }),
    /** `nextReminderUtc` is when the next hidden flame appears by its reminder, without any change. */
    response: z.object({ nextReminderUtc: Instant.nullable(), flames: cards }),
  }),
  bin: endpoint({
    method: 'GET',
    path: `${path}/blackboard/:id/deleted`,
    allow: 'FLAME_DELETE',
    summary: 'The flames in the bin of a board, the latest first, at most 1000',
    shows: ['flame board=:id', 'user'],
    params: ById,
    response: z.array(BinnedFlame),
  }),
  pickups: endpoint({
    method: 'GET',
    path: `${path}/pickup/_list`,
    allow: 'FLAME_READ',
    summary: 'Pickups, self-pickups and deliveries of open flames from one day to another, both included',
    shows: ['flame', 'list list=forwarding_agency'],
    query: PickupSpan,
    response: z.array(FlamePickup),
  }),
  search: endpoint({
    method: 'POST',
    path: `${path}/_search`,
    reads: true,
    allow: 'FLAME_READ',
    summary: 'Open or archived flames of all boards that match everything that is asked for',
    shows: ['flame', 'absence'],
    body: FlameSearch,
    /** `total` is counted up to one more than a full page; `more` says that there are at least that many. */
    response: z.object({ flames: cards, total: z.int(), more: z.boolean() }),
  }),
  count: endpoint({
    method: 'POST',
    path: `${path}/_count`,
    reads: true,
    allow: 'FLAME_READ',
    summary: 'How many flames a search finds, on all pages',
    shows: ['flame', 'absence'],
    body: FlameSearch,
    response: z.object({ count: z.int() }),
  }),
  countByContact: endpoint({
    method: 'GET',
    path: `${path}/_countByContact`,
    allow: 'FLAME_READ',
    summary: 'How many open and archived flames a contact has',
    shows: ['flame'],
    query: z.object({ contactRef: Id }),
    response: z.object({ count: z.int(), archived: z.int() }),
  }),
  countOwnDue: endpoint({
    method: 'GET',
    path: `${path}/_countOwnDue`,
    allow: 'FLAME_READ',
    summary: 'How many due flames the caller looks after, counted up to 1000',
    shows: ['flame', 'absence'],
    response: z.object({ count: z.int() }),
  }),
  ofContact: endpoint({
    method: 'GET',
    path: '/api/contacts/:id/tasks',
    allow: 'FLAME_READ',
    summary: 'The flames of a contact, open ones before archived ones, at most 1000',
    params: ById,
    shows: ['flame contact=:id', 'absence'],
    response: cards,
  }),
  latestPurchase: endpoint({
    method: 'GET',
    path: '/api/contacts/:id/calculate-latest-fr-purchase',
    allow: { allOf: ['CONTACT_READ', 'FLAME_READ'] },
    summary: 'The latest delivery or pickup of the main product among the archived flames of a contact',
    params: ById,
    shows: ['flame contact=:id'],
    response: z.object({ latestPurchase: PlainDate.nullable() }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: 'FLAME_READ',
    summary: 'One flame with its dossier, also from the bin or the archive',
    shows: ['flame flame=:id', 'contact', 'absence'],
    params: ById,
    response: Flame,
  }),
  origin: endpoint({
    method: 'GET',
    path: `${path}/:id/origin`,
    allow: 'FLAME_READ',
    summary: 'The e-mail that a flame was made from, if the caller may see it',
    shows: ['flame flame=:id', 'email'],
    params: ById,
    response: Origin.pick({ email: true }),
  }),
  stepChanges: endpoint({
    method: 'GET',
    path: `${path}/:id/steps`,
    allow: 'FLAME_READ',
    summary: 'Through which steps a flame has gone, the latest first',
    shows: ['flame flame=:id'],
    params: ById,
    response: z.array(FlameStepChange),
  }),
  history: endpoint({
    method: 'GET',
    path: `${path}/:id/history`,
    allow: 'FLAME_READ',
    summary: 'What changed on a flame and its dossier, the latest first',
    shows: ['flame flame=:id', 'contact', 'user', 'list', 'board'],
    params: ById,
    query: HistoryQuery,
    response: HistoryPage,
  }),
  add: endpoint({
    method: 'POST',
    path,
    allow: 'FLAME_CREATE',
    idempotencyKey: 'accepted',
    summary: 'Add a flame with its dossier, at the top of its step',
    body: NewFlame,
    response: Flame,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/contacts/:id/tasks',
    allow: 'FLAME_CREATE',
    idempotencyKey: 'accepted',
    summary:
      'Add a flame on the board last used for this type of customer, with what the contact has once or as a favourite and the terms of its latest order',
    params: ById,
    body: z.object({
      /** E-mail that the flame is made from; an e-mail without a contact gets the contact of the flame. */
      emailRef: Id.nullable().default(null),
    }),
    response: Flame,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    allow: 'FLAME_MODIFY',
    summary: 'Change a flame and its dossier, merged with what others saved since; STALE_VERSION with `collisions`',
    params: ById,
    body: FlameChange,
    response: Flame,
  }),
  prioritize: endpoint({
    method: 'PUT',
    path: `${path}/:id/prioritize`,
    allow: 'FLAME_MODIFY',
    summary: 'Put a flame on top of its step',
    params: ById,
    response: FlameCard,
  }),
  move: endpoint({
    method: 'PUT',
    path: `${path}/:id/_move`,
    allow: 'FLAME_MODIFY',
    summary: 'Move a flame to a place, a step, a board or an assignee; STEP_REQUIRES names what the dossier lacks',
    params: ById,
    body: FlameMove,
    response: FlameCard,
  }),
  duplicate: endpoint({
    method: 'POST',
    path: `${path}/:id/_duplicate`,
    allow: 'FLAME_CREATE',
    idempotencyKey: 'accepted',
    summary: 'A copy of a flame and its dossier in a step, at the top',
    params: ById,
    body: z.object({ taskboardRef: Id, step: Id, ...override }),
    response: Flame,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    allow: 'FLAME_DELETE',
    summary: 'Put a flame in the bin of its board',
    params: ById,
    response: Done,
  }),
  revertDeleted: endpoint({
    method: 'PUT',
    path: `${path}/:id/_revertDeletedTask`,
    allow: 'FLAME_DELETE',
    summary: 'Take a flame back from the bin',
    params: ById,
    response: FlameCard,
  }),
  removeForGood: endpoint({
    method: 'DELETE',
    path: `${path}/:id/_permanent`,
    allow: 'FLAME_DELETE',
    summary: 'Remove a flame in the bin for good, with its dossier',
    ends: true,
    params: ById,
    response: Done,
  }),
  archive: endpoint({
    method: 'DELETE',
    path: `${path}/:id/_archive`,
    allow: 'FLAME_MODIFY',
    summary:
      'Archive a flame; toCustomer makes its contact a customer, refreshProductForContactId calculates a purchase',
    params: ById,
    query: z.object({ toCustomer: QueryFlag.optional(), refreshProductForContactId: Id.optional() }),
    response: Done,
  }),
  revertArchived: endpoint({
    method: 'PUT',
    path: `${path}/:id/revertArchivedFlame`,
    allow: 'FLAME_MODIFY',
    summary: 'Take a flame back from the archive to its step',
    params: ById,
    response: FlameCard,
  }),
}
