import type { FlamePickup } from '#contract/orders/flames'
import { toInstant, toWallTime } from '../../../ui/dates/zone.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import type { CalendarEntry, Tone } from '../calendar/calendar-entry.ts'

export const pickupKinds = ['PICKUP', 'SELF_PICKUP', 'DELIVERY'] as const
export type PickupKind = FlamePickup['kind']

const tones: Record<PickupKind, Tone> = { PICKUP: 'accent', SELF_PICKUP: 'info', DELIVERY: 'success' }
/** Where the day of an entry stands in its dossier. */
export const fieldOf = { PICKUP: 'pickupDate', SELF_PICKUP: 'selfPickupAt', DELIVERY: 'deliveryDate' } as const

export const keyOf = ({ flameRef, kind }: Pick<FlamePickup, 'flameRef' | 'kind'>) => `${flameRef} ${kind}`
export const dayOf = ({ at }: Pick<FlamePickup, 'at'>) => toWallTime(at).slice(0, 10)
/** HH:mm; midnight is a day without a time. */
export const timeOf = ({ at }: Pick<FlamePickup, 'at'>) => toWallTime(at).slice(11).replace('00:00', '')

/** The same time on another day; in the hour that the clocks skip in spring, the one after it. */
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
