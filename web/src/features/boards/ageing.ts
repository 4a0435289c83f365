import { toWallTime } from '../../ui/dates/zone.ts'
import type { BoardCard } from './card-kind.ts'

const day = 86_400_000

/** From so many days on a card says that it has been in its step for long. */
export const longInStepDays = 14

/** How many days ago a card entered its step; what came in yesterday evening is a day there this morning. */
export const daysInStep = ({ inStepSinceUtc }: Pick<BoardCard, 'inStepSinceUtc'>, now: number): number =>
  Math.max(0, (dayOf(new Date(now).toISOString()) - dayOf(inStepSinceUtc)) / day)

const dayOf = (instant: string): number => Date.parse(toWallTime(instant).slice(0, 10))
