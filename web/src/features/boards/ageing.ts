import { toWallTime } from '../../ui/dates/zone.ts'
import type { BoardCard } from './card-kind.ts'

const day = 86_400_000

/** Number of days after which a card counts as long in its step. */
export const longInStepDays = 14

/** Returns the number of calendar days since a card entered its step: yesterday evening is one day ago. */
export const daysInStep = ({ inStepSinceUtc }: Pick<BoardCard, 'inStepSinceUtc'>, now: number): number =>
  Math.max(0, (dayOf(new Date(now).toISOString()) - dayOf(inStepSinceUtc)) / day)

const dayOf = (instant: string): number => Date.parse(toWallTime(instant).slice(0, 10))
