import { z } from 'zod'
import { Done, endpoint, PlainDate } from '../endpoint.ts'
import { limits } from '../limits.ts'

/** Tiles of the dashboards. */
export const tiles = ['flames', 'inbox', 'orders', 'contacts', 'todos', 'calls', 'system', 'people'] as const
export type TileName = (typeof tiles)[number]

/** Figures of the tiles; the texts of the screen define each. */
export const figures = [
  'openFlames',
  'overdueFlames',
  'unassignedFlames',
  'openEmails',
  'emailsInProgress',
  'oldestEmail',
  'firstAnswer',
  'orders',
  'articles',
  'crates',
  'orderWeight',
  'contacts',
  'newContacts',
  'duplicates',
  'openTodos',
  'overdueTodos',
  'waitingTodos',
  'dueReminders',
  'dueProjectReminders',
  'incomingCalls',
  'missedCalls',
  'unreturnedCalls',
  'mailboxes',
  'brokenMailboxes',
  'quarantine',
  'waitingJobs',
  'failedJobs',
  'files',
] as const
export type FigureName = (typeof figures)[number]

/** Tables of the tiles, each with a chart of its columns. */
export const tables = [
  'flamesByStep',
  'longestWaiting',
  'answersByMailbox',
  'answersByWeekday',
  'ordersByMonth',
  'ordersByProduct',
  'ordersByCountry',
  'ordersByCustomerType',
  'contactsByMonth',
  'todosByMonth',
  'callsByMonth',
  'callsByWeekday',
  'mailboxStates',
  'workByPerson',
] as const
export type TableName = (typeof tables)[number]

/**
 * Kinds of row labels: text of the data, a month `2026-11`, a weekday 1 (Monday) to 7, a customer type, or a country.
 */
export const labelKinds = ['text', 'month', 'weekday', 'customerType', 'country'] as const
export type LabelKind = (typeof labelKinds)[number]

export const columns = [
  'open',
  'overdue',
  'medianDays',
  'days',
  'received',
  'firstAnswer',
  'orders',
  'articles',
  'crates',
  'weight',
  'quantity',
  'added',
  'done',
  'incoming',
  'missed',
  'failures',
  'flames',
  'emails',
  'todos',
  'doneTodos',
] as const
export type ColumnName = (typeof columns)[number]

/** `workingMinutes` count Monday to Friday, 8:00 to 17:00 in Zurich. */
export const units = ['count', 'days', 'workingMinutes', 'kilograms', 'bytes'] as const
export type Unit = (typeof units)[number]

/** `link`: address of the list behind the value, with its filter; null where there is none. */
const Value = z.object({ value: z.number().nullable(), link: z.string().nullable() })
export type Value = z.output<typeof Value>

const Figure = Value.extend({ name: z.enum(figures), unit: z.enum(units) })
export type Figure = z.output<typeof Figure>

const Table = z.object({
  name: z.enum(tables),
  labels: z.enum(labelKinds),
  columns: z.array(z.object({ name: z.enum(columns), unit: z.enum(units) })),
  /** One value per column. */
  rows: z.array(z.object({ label: z.string(), values: z.array(Value) })),
})
export type Table = z.output<typeof Table>

const Tile = z.object({ figures: z.array(Figure), tables: z.array(Table) })
export type Tile = z.output<typeof Tile>

/** Span of days in Zurich, both included. */
export const tileSpan = z
  .object({ from: PlainDate, to: PlainDate })
  .refine(({ from, to }) => !(from > to), { path: ['to'], params: { code: 'END_BEFORE_START' } })
  .refine(({ from, to }) => !((Date.parse(to) - Date.parse(from)) / 86_400_000 > limits.dashboardDays), {
    path: ['to'],
    params: { code: 'SPAN', count: limits.dashboardDays },
  })
export type TileSpan = z.output<typeof tileSpan>

const tile = (name: TileName, summary: string, shows: readonly string[]) =>
  endpoint({
    method: 'GET',
    path: `/api/dashboards/${name}`,
    allow: 'VIEW_DASHBOARDS',
    costly: { kind: 'FIGURES' },
    summary,
    query: tileSpan,
    shows,
    response: Tile,
  })

/** Tiles: the current state, and what happened within a span. */
export const dashboardApi = {
  flames: tile('flames', 'Open flames by step, and how long they stay there', ['flame', 'board']),
  inbox: tile('inbox', 'Open e-mails, and how long the first answer takes', ['email', 'mailbox']),
  orders: tile('orders', 'Archived flames as orders, by month, product, country and customer type', [
    'flame',
    'contact',
  ]),
  contacts: tile('contacts', 'Contacts, new ones by month, and duplicates', ['contact', 'duplicate']),
  todos: tile('todos', 'To-dos and reminders that are open and due', ['todo', 'flame', 'project']),
  calls: tile('calls', 'Calls from outside, and those that nobody took', ['call']),
  /** The number of files is read again after a file check, not after each new file. */
  system: tile('system', 'Mailboxes, jobs and files', ['mailbox', 'job', 'files']),
  people: tile('people', 'What each person has and did, where an admin turned it on; nothing otherwise', [
    'flame',
    'email',
    'todo',
    'user',
    'login',
  ]),
} satisfies Record<TileName, unknown>

/** Setting for everybody who sees the dashboards: people are compared only where an admin wants it. */
export const dashboardSettingApi = {
  settings: endpoint({
    method: 'GET',
    path: '/api/dashboards/_settings',
    allow: 'VIEW_DASHBOARDS',
    summary: 'Whether the dashboards say how much each person has and did',
    shows: ['login'],
    response: z.object({ people: z.boolean() }),
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/api/dashboards/_settings',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'Have the dashboards say how much each person has and did, or not',
    body: z.object({ people: z.boolean() }),
    response: Done,
  }),
}
