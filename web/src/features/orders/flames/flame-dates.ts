import type { FlameCard } from '#contract/orders/flames'

const dueDates = ['pickupDate', 'selfPickupAt', 'deliveryDate', 'reminderAtUtc'] as const
export type DueDate = (typeof dueDates)[number]

const hasCome = (instant: string | null, now: number): boolean => instant !== null && Date.parse(instant) <= now

/** Returns true if a date is still relevant: for a delivered flame only the reminder is. */
const waitsFor = (card: FlameCard, date: DueDate): boolean =>
  card[date] !== null && (date === 'reminderAtUtc' || !card.delivered)

/** Returns the relevant dates of a card. */
export const datesAhead = (card: FlameCard): DueDate[] => dueDates.filter((date) => waitsFor(card, date))

export const isDateDue = (card: FlameCard, date: DueDate, now: number): boolean =>
  waitsFor(card, date) && hasCome(card[date], now)

/** Returns true if a flame is due, by the rule of the server. */
export const isDue = (card: FlameCard, now: number): boolean => dueDates.some((date) => isDateDue(card, date, now))
