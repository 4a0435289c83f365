import { z } from 'zod'
import { ById, Done, each, endpoint, Id, Instant, Minute, OptionalText, Title, Version } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { HistoryPage, HistoryQuery } from '../together/history.ts'
import { TodoCount } from './todo-count.ts'

/** Columns of a project besides its place. `description` is rich text, cleaned when it is saved. */
const own = {
  title: Title(255),
  description: z.string().max(limits.html.length),
  assigneeRef: Id.nullable(),
  proxyOwnerRef: Id.nullable(),
}
/** `start` and `finished` are planned dates; a project is due once `finished` or its reminder has passed. */
const dates = ['start', 'finished', 'proxyOwnerFrom', 'proxyOwnerUntil', 'reminderAtUtc'] as const
const contactRefs = z.array(Id).max(100)
const entered = { ...own, ...each(dates, Minute.nullable()), contactRefs }
/** Columns of the project table. */
export const projectFields = { ...own, ...each(dates, Instant.nullable()) }

/** Board and step of a project; both board refs are equal. */
const place = { taskboardRef: Id, blackBoardRef: Id, step: Id }

const { description, ...shown } = projectFields

/** Project as boards and lists show it. */
export const ProjectCard = z.object({
  id: Id,
  version: Version,
  ...place,
  ...shown,
  /** Absence of the assignee from which the proxy follows; missing where the proxy was entered by hand. */
  proxyAbsenceRef: Id.optional(),
  /** Sort key within a step. */
  order: z.int(),
  todos: TodoCount,
  /** Contacts of the project, by name. */
  contacts: z.array(z.object({ id: Id, name: z.string() })),
  createdUtc: Instant,
  updatedUtc: Instant,
  /** Time since when the project is in its step. */
  inStepSinceUtc: Instant,
  archivedUtc: Instant.nullable(),
  deletedUtc: Instant.nullable(),
})
export type ProjectCard = z.output<typeof ProjectCard>

/** Project in the bin, with the name of who put it there. */
export const BinnedProject = ProjectCard.extend({ deletedBy: z.string().nullable() })
export type BinnedProject = z.output<typeof BinnedProject>

export const Project = ProjectCard.extend({ description })
export type Project = z.output<typeof Project>

const inOrder = <Shape extends { start?: string | null | undefined; finished?: string | null | undefined }>({
  start,
  finished,
}: Shape) => !(start && finished && finished < start)
const endsLater = { path: ['finished'], params: { code: 'END_BEFORE_START' } }

export const NewProject = z
  .object({
    taskboardRef: Id,
    /** Default is the first step of the board. */
    step: Id,
    /** The assignee is the caller by default; null for nobody. */
    ...entered,
  })
  .partial()
  .required({ taskboardRef: true, title: true })
  .refine(inOrder, endsLater)
export type NewProject = z.output<typeof NewProject>

/** Fields that are left out keep their values. */
export const ProjectChange = z.object(entered).partial().extend({ version: Version }).refine(inOrder, endsLater)
export type ProjectChange = z.output<typeof ProjectChange>

/**
 * Target of a moved card: right above `beforeRef` or right below `afterRef`, whichever is still in the step. Without
 * either, a card goes to the top of another step and keeps its place within its own.
 */
export const ProjectMove = z.object({
  version: Version,
  taskboardRef: Id,
  step: Id,
  assigneeRef: Id.nullable().optional(),
  beforeRef: Id.nullable().optional(),
  afterRef: Id.nullable().optional(),
})
export type ProjectMove = z.output<typeof ProjectMove>

export const projectSorts = ['UPDATED', 'CREATED', 'START', 'FINISHED', 'REMINDER', 'TITLE'] as const

export const ProjectSearch = z.object({
  /** True: archived projects instead of open ones. */
  archived: z.boolean().default(false),
  /** Only projects whose reminder date or end has passed. */
  due: z.boolean().default(false),
  /** Only projects whose reminder date has passed. */
  reminderProjects: z.boolean().default(false),
  /**
   * Only projects that the caller looks after: as assignee, as proxy within its period, or as stand-in for an absence.
   */
  own: z.boolean().default(false),
  /** Every word occurs in the title, the description or the name of a contact of the project. */
  text: OptionalText(255).optional(),
  assigneeRef: Id.nullish(),
  contactRef: Id.nullish(),
  taskboardRef: Id.nullish(),
  sort: z.enum(projectSorts).default('UPDATED'),
  descending: z.boolean().default(true),
  page: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(limits.search.pageSize).default(100),
})
export type ProjectSearch = z.output<typeof ProjectSearch>

const path = '/api/projects'
const one = `${path}/:id`
const cards = z.array(ProjectCard)

export const projectApi = {
  board: endpoint({
    method: 'GET',
    path: `${path}/blackboard/:id`,
    allow: 'PROJECT_READ',
    summary: 'The open projects of a board, by step and order',
    shows: ['project board=:id', 'board', 'absence'],
    params: ById,
    query: z.object({ contactRef: Id.optional() }),
    response: cards,
  }),
  bin: endpoint({
    method: 'GET',
    path: `${path}/blackboard/:id/deleted`,
    allow: 'PROJECT_DELETE',
    summary: 'The projects in the bin of a board, the latest first, at most 1000',
    shows: ['project board=:id', 'user'],
    params: ById,
    response: z.array(BinnedProject),
  }),
  search: endpoint({
    method: 'POST',
    path: `${path}/_search`,
    reads: true,
    allow: 'PROJECT_READ',
    summary: 'Open or archived projects of all boards that match everything that is asked for',
    shows: ['project', 'absence'],
    body: ProjectSearch,
    /** `total` is counted up to one more than a full page; `more` says that there are at least that many. */
    response: z.object({ projects: cards, total: z.int(), more: z.boolean() }),
  }),
  count: endpoint({
    method: 'POST',
    path: `${path}/_count`,
    reads: true,
    allow: 'PROJECT_READ',
    summary: 'How many projects a search finds, on all pages',
    shows: ['project', 'absence'],
    body: ProjectSearch,
    response: z.object({ count: z.int() }),
  }),
  countOwnDue: endpoint({
    method: 'GET',
    path: `${path}/_countOwnDue`,
    allow: 'PROJECT_READ',
    summary: 'How many due projects the caller looks after, counted up to 1000',
    shows: ['project', 'absence'],
    response: z.object({ count: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    allow: 'PROJECT_READ',
    summary: 'One project, also from the bin or the archive',
    shows: ['project project=:id', 'contact', 'absence'],
    params: ById,
    response: Project,
  }),
  history: endpoint({
    method: 'GET',
    path: `${one}/history`,
    allow: 'PROJECT_READ',
    summary: 'What changed on a project, the latest first',
    shows: ['project project=:id', 'comment upstream=:id', 'contact', 'user', 'board'],
    params: ById,
    query: HistoryQuery,
    response: HistoryPage,
  }),
  add: endpoint({
    method: 'POST',
    path,
    allow: 'PROJECT_CREATE',
    idempotencyKey: 'accepted',
    summary: 'Add a project, at the top of its step',
    body: NewProject,
    response: Project,
  }),
  update: endpoint({
    method: 'PUT',
    path: one,
    allow: 'PROJECT_MODIFY',
    summary: 'Change a project; STALE_VERSION with the present state',
    params: ById,
    body: ProjectChange,
    response: Project,
  }),
  move: endpoint({
    method: 'PUT',
    path: `${one}/_move`,
    allow: 'PROJECT_MODIFY',
    summary: 'Move a project to a place, a step, a board or an assignee',
    params: ById,
    body: ProjectMove,
    response: ProjectCard,
  }),
  archive: endpoint({
    method: 'PUT',
    path: `${one}/_archive`,
    allow: 'PROJECT_MODIFY',
    summary: 'Archive a project',
    params: ById,
    response: ProjectCard,
  }),
  revertArchived: endpoint({
    method: 'PUT',
    path: `${one}/revertArchivedProject`,
    allow: 'PROJECT_MODIFY',
    summary: 'Take a project back from the archive to its step',
    params: ById,
    response: ProjectCard,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: one,
    allow: 'PROJECT_DELETE',
    summary: 'Put a project in the bin of its board',
    params: ById,
    response: Done,
  }),
  revertDeleted: endpoint({
    method: 'PUT',
    path: `${one}/_revertDeletedProject`,
    allow: 'PROJECT_DELETE',
    summary: 'Take a project back from the bin',
    params: ById,
    response: ProjectCard,
  }),
  removeForGood: endpoint({
    method: 'DELETE',
    path: `${one}/_permanent`,
    allow: 'PROJECT_DELETE',
    summary: 'Remove a project in the bin for good, with its comments and documents',
    ends: true,
    params: ById,
    response: Done,
  }),
}
