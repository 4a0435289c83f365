import { z } from 'zod'
import { crud, OptionalText, Title } from '../endpoint.ts'
import { orderStaff } from '../permissions.ts'

/** Dates from which the start of a to-do can be calculated. */
export const startDates = [
  'CURRENT_DATE',
  'DOSSIER_SELF_PICKUP',
  'DOSSIER_PICKUP',
  'DOSSIER_DELIVERY',
  'DOSSIER_PURCHASING_PICKUP',
  'DOSSIER_PAYMENT_PERIOD',
  'PROJECT_START',
  'PROJECT_END',
] as const
export type StartDate = (typeof startDates)[number]
/**
 * Returns whether flames or projects have a date: project dates exist only at projects, dossier dates only at flames.
 */
export const hasDate = (type: 'FLAME' | 'PROJECT', date: StartDate): boolean =>
  !date.startsWith(type === 'FLAME' ? 'PROJECT_' : 'DOSSIER_')
export const dayOperators = ['ADD_DAYS', 'SUBTRACT_DAYS'] as const
export type DayOperator = (typeof dayOperators)[number]

/** To-do of a package: its texts, and its start as days before or after a known date. */
export const TodoTemplate = z.object({
  title: Title(255),
  activities: OptionalText(5000).default(''),
  feedback: OptionalText(5000).default(''),
  /** Null for a to-do without a start. */
  startFrom: z.enum(startDates).nullable().default(null),
  startOperator: z.enum(dayOperators).default('ADD_DAYS'),
  startDays: z.int().min(0).max(3650).default(0),
})
export type TodoTemplate = z.output<typeof TodoTemplate>

export const todoPackageApi = crud(
  '/api/todo-packages',
  'to-do packages',
  {
    title: Title(255),
    /** In their order. */
    todos: z.array(TodoTemplate).min(1).max(100),
  },
  { read: orderStaff, write: 'GENERAL_ADMIN_FUNCTIONS' },
)
