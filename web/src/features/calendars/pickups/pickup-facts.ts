import type { FlamePickup } from '#contract/orders/flames'
import { toInstant, toWallTime } from '../../../ui/dates/zone.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import type { CalendarEntry, Tone } from '../calendar/calendar-entry.ts'

export const pickupKinds = ['PICKUP', 'SELF_PICKUP', 'DELIVERY'] as const
export type PickupKind = FlamePickup['kind']

const tones: Record<PickupKind, Tone> = { PICKUP: 'accent', SELF_PICKUP: 'info', DELIVERY: 'success' }
/** Dossier fields with the day of an entry, by kind. */
export const fieldOf = { PICKUP: 'pickupDate', SELF_PICKUP: 'selfPickupAt', DELIVERY: 'deliveryDate' } as const

export const keyOf = ({ flameRef, kind }: Pick<FlamePickup, 'flameRef' | 'kind'>) => `${flameRef} ${kind}`
export const dayOf = ({ at }: Pick<FlamePickup, 'at'>) => toWallTime(at).slice(0, 10)
/** Returns HH:mm; empty at midnight, which means a day without a time. */
export const timeOf = ({ at }: Pick<FlamePickup, 'at'>) => toWallTime(at).slice(11).replace('00:00', '')

/** Returns the same wall time on another day; 03:00 if it falls into the hour skipped in spring. */
export const onDay = ({ at }: Pick<FlamePickup, 'at'>, day: string) =>
  toInstant(`${day}T${toWallTime(at).slice(11)}`) ?? toInstant(`${day}T03:00`) ?? at

export const toEntry = (pickup: FlamePickup, title: string, movable: boolean): CalendarEntry => ({
  id: keyOf(pickup),
  title,
  start: timeOf(pickup) === '' ? dayOf(pickup) : toWallTime(pickup.at),
  tone: tones[pickup.kind],
  movable,
})

export const shownKg = (weightInKg: number) => `${formatNumber(Math.round(weightInKg * 10) / 10)} kg`
