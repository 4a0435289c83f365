import type { FlameCard } from '#contract/orders/flames'

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
