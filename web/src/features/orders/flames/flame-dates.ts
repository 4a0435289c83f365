import type { FlameCard } from '#contract/orders/flames'
import { toWallTime } from '../../../ui/dates/zone.ts'

const day = 86_400_000

/** From so many days on a card says that it has been in its step for long. */
export const longInStepDays = 14

const dueDates = ['pickupDate', 'selfPickupAt', 'deliveryDate', 'reminderAtUtc'] as const
export type DueDate = (typeof dueDates)[number]

const hasCome = (instant: string | null, now: number): boolean => instant !== null && Date.parse(instant) <= now

/** What is delivered waits for nothing but its reminder. */
const waitsFor = (card: FlameCard, date: DueDate): boolean =>
  card[date] !== null && (date === 'reminderAtUtc' || !card.delivered)

/** The dates that a card still has before it. */
export const datesAhead = (card: FlameCard): DueDate[] => dueDates.filter((date) => waitsFor(card, date))

export const isDateDue = (card: FlameCard, date: DueDate, now: number): boolean =>
  waitsFor(card, date) && hasCome(card[date], now)

/** Due as the server means it. */
export const isDue = (card: FlameCard, now: number): boolean => dueDates.some((date) => isDateDue(card, date, now))

/** How many days ago a flame entered its step; what came in yesterday evening is a day there this morning. */
export const daysInStep = ({ inStepSinceUtc }: Pick<FlameCard, 'inStepSinceUtc'>, now: number): number =>
  Math.max(0, (dayOf(new Date(now).toISOString()) - dayOf(inStepSinceUtc)) / day)

const dayOf = (instant: string): number => Date.parse(toWallTime(instant).slice(0, 10))

/** In the proxy's period, which may be open at both ends. */
export function hasProxy({ proxyOwnerRef, proxyOwnerFrom, proxyOwnerUntil }: FlameCard, now: number): boolean {
  if (proxyOwnerRef === null) return false
  return (
    (proxyOwnerFrom === null || hasCome(proxyOwnerFrom, now)) &&
    (proxyOwnerUntil === null || now <= Date.parse(proxyOwnerUntil))
  )
}
