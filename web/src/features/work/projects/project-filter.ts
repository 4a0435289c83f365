import type { ProjectCard } from '#contract/work/projects'
import { type BoardFilter, cardFilter, type Filtering } from '../../boards/board-filter.ts'
import { isDue } from './project-dates.ts'

export const isFiltering = ({ text, assignee, due }: BoardFilter): boolean => Boolean(text || assignee || due)

const projects: Filtering<ProjectCard> = {
  textOf: ({ title, contacts }) => [title, ...contacts.map(({ name }) => name)].join(' '),
  isDue,
}

/** Returns the cards that pass a filter, in their order. */
export const filtered = (
  cards: readonly ProjectCard[],
  filter: BoardFilter,
  seen: { now: number; users: ReadonlyMap<string, unknown> },
): readonly ProjectCard[] => (isFiltering(filter) ? cards.filter(cardFilter(filter, seen, projects)) : cards)
