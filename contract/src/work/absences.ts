import { z } from 'zod'
import { ById, Done, each, endpoint, Id, Instant, Minute, Title, Version } from '../endpoint.ts'

/** What somebody looks after while another one is away. */
export const standInKinds = ['FLAME', 'PROJECT', 'TODO', 'MAIL'] as const
export type StandInKind = (typeof standInKinds)[number]

/** The field that names who stands in for one kind of work alone. */
export const standInField = {
  FLAME: 'flameStandInRef',
  PROJECT: 'projectStandInRef',
  TODO: 'todoStandInRef',
  MAIL: 'mailStandInRef',
} as const satisfies Record<StandInKind, string>

/** Stands in for everything that has nobody of its own. */
export const standInFields = ['standInRef', ...standInKinds.map((kind) => standInField[kind])] as const

/** What is entered of an absence; it begins at the minute `from` and is over at the minute `until`. */
const entered = {
  from: Minute,
  until: Minute,
  ...each(standInFields, Id.nullable().default(null)),
  /** The absence e-mail; without a subject nobody is answered. */
  subject: Title(255).or(z.literal('')).default(''),
  text: z.string().trim().max(10_000).default(''),
}

const inOrder = <Shape extends { from: string; until: string }>({ from, until }: Shape) => from < until
const order = { path: ['until'], params: { code: 'END_BEFORE_START' } }

/** An absence e-mail says something. */
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
  /** Who stands in now, or from the beginning on, along the chain of those who are away themselves. */
  standIns: StandIns,
  /** For what somebody was named of whom nobody is there or may. */
  unattended: z.array(z.enum(standInKinds)),
})
export type Absence = z.output<typeof Absence>

/** Who is away, as whoever gives them something is to know it; `standIns` from the beginning on, or from that of the span. */
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
