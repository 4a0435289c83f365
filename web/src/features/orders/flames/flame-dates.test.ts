import { expect, it } from 'vitest'
import type { FlameCard } from '#contract/orders/flames'
import { datesAhead } from './flame-dates.ts'

const at = '2026-11-22T07:00:00Z'
const dates = { pickupDate: at, selfPickupAt: null, deliveryDate: at, reminderAtUtc: null }
it.each<[string, Partial<FlameCard>, string[]]>([
  ['on its way has both before it', { ...dates, delivered: false }, ['pickupDate', 'deliveryDate']],
  ['that is delivered has neither', { ...dates, delivered: true }, []],
  ['that is delivered keeps its reminder', { ...dates, delivered: true, reminderAtUtc: at }, ['reminderAtUtc']],
])('a flame %s', (_name, card, ahead) => {
  expect(datesAhead(card as FlameCard)).toEqual(ahead)
})
