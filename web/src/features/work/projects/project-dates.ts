import type { ProjectCard } from '#contract/work/projects'

type Dates = Pick<ProjectCard, 'start' | 'finished' | 'reminderAtUtc'>

export const dueDates = ['finished', 'reminderAtUtc'] as const
type DueDate = (typeof dueDates)[number]

export const isDateDue = (card: Dates, date: DueDate | 'start', now: number): boolean => {
  const instant = date === 'start' ? null : card[date]
  return instant !== null && Date.parse(instant) <= now
}

/** Returns true if a project is due, by the rule of the server: its end or reminder has passed. */
export const isDue = (card: Dates, now: number): boolean => dueDates.some((date) => isDateDue(card, date, now))
