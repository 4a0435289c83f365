import { z } from 'zod'
import { ById, Done, endpoint, Id, Instant, Minute, OptionalText, PlainDate, Title, Version } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { dayOperators, startDates } from '../lists/todo-packages.ts'

/** Kinds of records that have to-dos. */
export const todoTypes = ['FLAME', 'PROJECT'] as const
export type TodoType = (typeof todoTypes)[number]
/** Every change of state is possible, except from DONE to WAITING. */
export const todoStates = ['OPEN', 'WAITING', 'DONE'] as const
export type TodoState = (typeof todoStates)[number]
export const mayTurn = (from: TodoState, to: TodoState) => from !== 'DONE' || to !== 'WAITING'

const entered = {
  title: Title(255),
  activities: OptionalText(5000),
  feedback: OptionalText(5000),
  state: z.enum(todoStates),
  assigneeRef: Id.nullable(),
  start: Minute.nullable(),
  due: Minute.nullable(),
}

/** Fields of a to-do that people enter. */
export const TodoValues = z.object(entered)
export type TodoValues = z.output<typeof TodoValues>

/** Date that the start is calculated from, and the days before or after it. */
const hangsOn = {
  startFrom: z.enum(startDates).nullable(),
  startOperator: z.enum(dayOperators),
  startDays: z.int(),
}

export const Todo = z.object({
  id: Id,
  version: Version,
  type: z.enum(todoTypes),
  /** Id of the flame or project. */
  ref: Id,
  /** Board of the flame or project, and its name. */
  blackBoardRef: Id,
  refTitle: z.string(),
  ...entered,
  start: Instant.nullable(),
  due: Instant.nullable(),
  ...hangsOn,
  /** Time at which the to-do was done. */
  finished: Instant.nullable(),
  /** Sort key within a flame or project. */
  orderKey: z.int(),
  createdBy: Id.nullable(),
  createdUtc: Instant,
  updatedUtc: Instant,
})
export type Todo = z.output<typeof Todo>

/** Place right above `beforeRef` or right below `afterRef`; default at the end. */
const place = { beforeRef: Id.nullable(), afterRef: Id.nullable() }

/** Defaults: texts empty, state OPEN, assignee the caller; an assignee of null means nobody. */
export const NewTodo = z
  .object({ type: z.enum(todoTypes), ref: Id, ...entered, ...place })
  .partial()
  .required({ type: true, ref: true, title: true })
export type NewTodo = z.output<typeof NewTodo>

/** Fields that are left out keep their values. A start that is set by hand no longer follows a date. */
export const TodoChange = z
  .object({ ...entered, ...place })
  .partial()
  .extend({ version: Version })
export type TodoChange = z.output<typeof TodoChange>

/** To-do to add or, with `id`, to change. */
const BatchTodo = z
  .object({ id: Id, version: Version, type: z.enum(todoTypes), ref: Id, ...entered, ...place })
  .partial()
  .superRefine((todo, { addIssue }) => {
    for (const name of todo.id ? (['version'] as const) : (['type', 'ref', 'title'] as const)) {
      if (todo[name] === undefined) addIssue({ code: 'custom', path: [name], params: { code: 'REQUIRED' } })
    }
  })
export type BatchTodo = z.output<typeof BatchTodo>

export const todoSorts = ['DUE', 'TITLE', 'UPDATED', 'ASSIGNEE'] as const

export const TodoSearch = z.object({
  /** Only to-dos of the caller, or of somebody for whom the caller stands in. */
  own: z.boolean().default(false),
  states: z.array(z.enum(todoStates)).max(3).default(['OPEN', 'WAITING']),
  /** Only open to-dos whose end, or otherwise start, has passed. */
  dueOnly: z.boolean().default(false),
  assigneeRef: Id.nullish(),
  /** Only to-dos without an assignee. */
  unassigned: z.boolean().default(false),
  /**
   * First and last day, in Zurich, on which the to-do was done; includes to-dos of flames and projects archived since.
   */
  finishedFrom: PlainDate.nullish(),
  finishedTo: PlainDate.nullish(),
  type: z.enum(todoTypes).nullish(),
  /** Every word occurs in the title, the activities or the feedback. */
  text: OptionalText(255).optional(),
  /**
   * DUE: open before waiting, then by end or else start, to-dos without either last. ASSIGNEE: by name, then like DUE.
   */
  sort: z.enum(todoSorts).default('DUE'),
  descending: z.boolean().default(false),
  page: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(limits.search.pageSize).default(100),
})
export type TodoSearch = z.output<typeof TodoSearch>

/** Why a start cannot be calculated: its date is not set, does not exist for the record, or is outside 1800 to 2499. */
const startProblems = ['NO_DATE', 'OTHER_KIND', 'OUT_OF_RANGE'] as const

/** Start calculated from the date `base`, with facts about its day. */
const calculatedStart = {
  ...hangsOn,
  base: Instant.nullable(),
  start: Instant.nullable(),
  locked: z.boolean(),
  weekend: z.boolean(),
  /** Names of the public holidays on that day, in the regions of the list. */
  holidays: z.array(z.string()),
}

/** To-do that a package would create. */
export const PlannedTodo = z.object({
  title: z.string(),
  activities: z.string(),
  feedback: z.string(),
  ...calculatedStart,
  problem: z.enum(startProblems).nullable(),
})
export type PlannedTodo = z.output<typeof PlannedTodo>

/** To-do whose date has moved: `before` and `dueBefore` are the saved start and end, `start` and `due` the proposed. */
export const MovedTodo = z.object({
  id: Id,
  version: Version,
  title: z.string(),
  before: Instant.nullable(),
  dueBefore: Instant.nullable(),
  due: Instant.nullable(),
  ...calculatedStart,
})
export type MovedTodo = z.output<typeof MovedTodo>

const path = '/api/todos'
const one = `${path}/:id`
const ofRef = `${path}/refs/:ref`
const inPackage = `${ofRef}/todo-packages/:packageId`
const ByRef = z.object({ ref: Id })
const ByPackage = ByRef.extend({ packageId: Id })
/** Includes all changes of the flame or project, because it may be archived or deleted. */
const showsRef = ['todo ref=:ref', 'flame flame=:ref', 'project project=:ref']

export const todoApi = {
  search: endpoint({
    method: 'POST',
    path: `${path}/_search`,
    reads: true,
    allow: 'TODO_READ',
    summary: 'To-dos of all open flames and projects that match everything that is asked for',
    shows: ['todo', 'flame', 'project', 'absence'],
    body: TodoSearch,
    /** `total` is counted up to one more than a full page; `more` says that there are at least that many. */
    response: z.object({ todos: z.array(Todo), total: z.int(), more: z.boolean() }),
  }),
  count: endpoint({
    method: 'POST',
    path: `${path}/_count`,
    reads: true,
    allow: 'TODO_READ',
    summary: 'How many to-dos a search finds, on all pages',
    shows: ['todo', 'flame', 'project', 'absence'],
    body: TodoSearch,
    response: z.object({ count: z.int() }),
  }),
  countOwnDue: endpoint({
    method: 'GET',
    path: `${path}/_countOwnDue`,
    allow: 'TODO_READ',
    summary: 'How many due to-dos are the caller’s or of those for whom the caller stands in, counted up to 1000',
    shows: ['todo', 'flame', 'project', 'absence'],
    response: z.object({ count: z.int() }),
  }),
  ofRef: endpoint({
    method: 'GET',
    path: ofRef,
    allow: 'TODO_READ',
    summary: 'The to-dos of a flame or project, in their order',
    shows: showsRef,
    params: ByRef,
    response: z.array(Todo),
  }),
  moved: endpoint({
    method: 'GET',
    path: `${ofRef}/moved`,
    allow: 'TODO_READ',
    summary: 'The open to-dos whose start hangs on a date that has moved since, and where they would go',
    shows: [...showsRef, 'list list=locked_pickup_date', 'list list=holiday_region'],
    params: ByRef,
    response: z.array(MovedTodo),
  }),
  follow: endpoint({
    method: 'PUT',
    path: `${ofRef}/moved`,
    allow: 'TODO_MODIFY',
    summary: 'Move to-dos along with the date that they hang on, or let them stay where they are',
    params: ByRef,
    body: z.object({ todos: z.array(z.object({ id: Id, version: Version })).max(1000), move: z.boolean() }),
    response: z.array(Todo),
  }),
  unfollow: endpoint({
    method: 'PUT',
    path: `${ofRef}/moved/_takeBack`,
    allow: 'TODO_MODIFY',
    summary: 'Take back what was decided of to-dos whose date has moved: they stand as before and are offered again',
    params: ByRef,
    body: z.object({
      todos: z
        .array(z.object({ id: Id, version: Version, start: Minute.nullable(), due: Minute.nullable() }))
        .max(1000),
    }),
    response: z.array(Todo),
  }),
  planPackage: endpoint({
    method: 'GET',
    path: inPackage,
    allow: 'TODO_READ',
    summary: 'What a package of to-dos would make of a flame or project',
    shows: [...showsRef, 'list list=todo_package', 'list list=locked_pickup_date', 'list list=holiday_region'],
    params: ByPackage,
    response: z.array(PlannedTodo),
  }),
  applyPackage: endpoint({
    method: 'PUT',
    path: inPackage,
    allow: 'TODO_CREATE',
    summary: 'Add the to-dos of a package; without a date to count from, one has no start until it is there',
    params: ByPackage,
    response: z.array(Todo),
  }),
  takeBackPackage: endpoint({
    method: 'PUT',
    path: `${ofRef}/todo-packages/_takeBack`,
    allow: 'TODO_DELETE',
    summary: 'Remove the to-dos that a package has added, all or none; STALE_VERSION where one is another since',
    params: ByRef,
    body: z.object({ todos: z.array(z.object({ id: Id, version: Version })).max(1000) }),
    response: Done,
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    allow: 'TODO_READ',
    summary: 'One to-do',
    shows: ['todo', 'flame', 'project'],
    params: ById,
    response: Todo,
  }),
  add: endpoint({
    method: 'POST',
    path,
    allow: 'TODO_CREATE',
    idempotencyKey: 'accepted',
    summary: 'Add a to-do to a flame or project',
    body: NewTodo,
    response: Todo,
  }),
  batch: endpoint({
    method: 'POST',
    path: `${path}/batch`,
    allow: { allOf: ['TODO_CREATE', 'TODO_MODIFY'] },
    idempotencyKey: 'accepted',
    summary:
      'Add and change many to-dos, all or none; each in the order of the list at the end of its flame or project',
    body: z.array(BatchTodo).min(1).max(1000),
    response: z.array(Todo),
  }),
  update: endpoint({
    method: 'PUT',
    path: one,
    allow: 'TODO_MODIFY',
    summary: 'Change a to-do or its place; STALE_VERSION with the present state',
    params: ById,
    body: TodoChange,
    response: Todo,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: one,
    allow: 'TODO_DELETE',
    summary: 'Remove a to-do',
    ends: true,
    params: ById,
    response: Done,
  }),
  restore: endpoint({
    method: 'PUT',
    path: `${one}/restore`,
    allow: 'TODO_DELETE',
    summary: 'Put a removed to-do back as it was, for 30 days',
    params: ById,
    response: Todo,
  }),
}
