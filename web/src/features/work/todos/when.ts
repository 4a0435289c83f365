import { clockOf, dayOf } from '#contract/endpoint'
import type { Todo } from '#contract/work/todos'

export const times = ['overdue', 'today', 'week', 'later', 'undated', 'waiting', 'done'] as const
export type When = (typeof times)[number]

/**
 * Classifies a to-do by its due date, else its start; midnight means a day without a time, which lasts until its end.
 */
export function whenOf({ state, due, start }: Pick<Todo, 'state' | 'due' | 'start'>, now: Date): When {
  if (state === 'WAITING') return 'waiting'
  if (state === 'DONE') return 'done'
  const instant = due ?? start
  if (instant === null) return 'undated'
  const at = new Date(instant)
  const [its, today] = [dayOf(at), dayOf(now)]
  if (its < today || (its === today && at <= now && clockOf(at) !== '00:00')) return 'overdue'
  if (its === today) return 'today'
  return its <= sundayOf(today) ? 'week' : 'later'
}

function sundayOf(today: string): string {
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + ((7 - date.getUTCDay()) % 7))
  return date.toISOString().slice(0, 10)
}
