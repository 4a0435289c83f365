import { z } from 'zod'
import { ById, Done, each, endpoint, Id, Instant, Minute, Title, Version } from '../endpoint.ts'

/** Kinds of work that a stand-in can take over. */
export const standInKinds = ['FLAME', 'PROJECT', 'TODO', 'MAIL'] as const
export type StandInKind = (typeof standInKinds)[number]

/** Field that names the stand-in for one kind of work. */
export const standInField = {
  FLAME: 'flameStandInRef',
  PROJECT: 'projectStandInRef',
  TODO: 'todoStandInRef',
  MAIL: 'mailStandInRef',
} as const satisfies Record<StandInKind, string>

/** `standInRef` covers every kind without a stand-in of its own. */
export const standInFields = ['standInRef', ...standInKinds.map((kind) => standInField[kind])] as const

/** Entered fields; the absence begins at the minute `from` and ends before the minute `until`. */
const entered = {
  from: Minute,
  until: Minute,
  ...each(standInFields, Id.nullable().default(null)),
  /** Absence e-mail; without a subject no answers are sent. */
  subject: Title(255).or(z.literal('')).default(''),
  text: z.string().trim().max(10_000).default(''),
}

const inOrder = <Shape extends { from: string; until: string }>({ from, until }: Shape) => from < until
const order = { path: ['until'], params: { code: 'END_BEFORE_START' } }

/** An absence e-mail needs a text. */
const says = ({ subject, text }: { subject: string; text: string }) => subject === '' || text !== ''
const something = { path: ['text'], params: { code: 'NO_TEXT' } }

export const NewAbsence = z
  .object({ personRef: Id, ...entered })
  .refine(inOrder, order)
  .refine(says, something)
const AbsenceChange = z
  .object({ version: Version, ...entered })
  .refine(inOrder, order)
  .refine(says, something)

const StandIns = z.record(z.enum(standInKinds), Id.nullable())

export const Absence = z.object({
  id: Id,
  version: Version,
  personRef: Id,
  ...entered,
  from: Instant,
  until: Instant,
  ...each(standInFields, Id.nullable()),
  subject: z.string(),
  text: z.string(),
  /**
   * Current stand-ins, or those at the beginning of the absence; stand-ins who are absent are replaced by their own.
   */
  standIns: StandIns,
  /** Kinds whose named stand-ins are all absent or lack the permission. */
  unattended: z.array(z.enum(standInKinds)),
})
export type Absence = z.output<typeof Absence>

/** Absence as shown to people who assign work; `standIns` at the beginning of the absence, or of the span if later. */
export const Away = z.object({ personRef: Id, from: Instant, until: Instant, standIns: StandIns })
export type Away = z.output<typeof Away>

const path = '/api/absences'

export const absenceApi = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'session',
    summary: 'The caller’s absences, or everybody’s for whoever may change users; the latest first, at most 1000',
    shows: ['absence'],
    query: z.object({ personRef: Id.optional() }),
    response: z.array(Absence),
  }),
  away: endpoint({
    method: 'GET',
    path: `${path}/_away`,
    allow: 'USER_READ',
    summary: 'Who is away now, or at some time between two moments, until when, and who stands in for them',
    shows: ['absence'],
    query: z.object({ from: Minute, until: Minute }).partial(),
    response: z.array(Away),
  }),
  add: endpoint({
    method: 'POST',
    path,
    allow: 'session',
    idempotencyKey: 'accepted',
    summary: 'Enter an absence of one’s own, or of another user for whoever may change users',
    body: NewAbsence,
    response: Absence,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    allow: 'session',
    summary: 'Change an absence',
    params: ById,
    body: AbsenceChange,
    response: Absence,
  }),
  end: endpoint({
    method: 'PUT',
    path: `${path}/:id/_end`,
    allow: 'session',
    summary: 'End an absence that has begun; one that is over stays as it is',
    params: ById,
    response: Absence,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    allow: 'session',
    summary: 'Remove an absence',
    ends: true,
    params: ById,
    response: Done,
  }),
}
