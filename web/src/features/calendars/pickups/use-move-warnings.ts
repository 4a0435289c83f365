import { isOver, type PickupDay } from '#contract/calendars/pickups'
import { today } from '#contract/endpoint'
import type { FlamePickup } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { weekdayOf } from '../calendar/spans.ts'
import { useLoadWords } from './load-words.ts'
import { dayOf } from './pickup-facts.ts'

/** Returns true if the same flame already leaves on that day with another entry, so that its load is counted there. */
const leavesThen = (one: FlamePickup, { flameRef, kind }: FlamePickup, day: string): boolean =>
  one.flameRef === flameRef && one.kind !== kind && one.kind !== 'DELIVERY' && dayOf(one) === day

/** Returns a function for the warnings about moving an entry to a day. */
export function useMoveWarnings() {
  const { t } = useTranslation('calendars')
  const say = useLoadWords()
  /** `entries` must contain at least those of the day. */
  return (
    pickup: FlamePickup,
    day: string,
    known: PickupDay | undefined,
    entries: readonly FlamePickup[] | undefined,
  ): string[] => {
    const leaves = pickup.kind !== 'DELIVERY' && !entries?.some((one) => leavesThen(one, pickup, day))
    const loads = (known?.loads ?? [])
      .filter(({ forwardingAgencyRef: agency }) => agency === null || agency === pickup.forwardingAgencyRef)
      .map((load) => ({
        ...load,
        crates: load.crates + pickup.crates,
        weightInKg: load.weightInKg + pickup.weightInKg,
      }))
    return [
      ...(day < today() ? [t('move.past')] : []),
      ...(known?.holidays ?? []).map(({ name }) => t('move.holiday', { name })),
      ...(weekdayOf(day) > 5 ? [t('move.weekend')] : []),
      ...(leaves ? loads.filter(isOver) : []).map((load) =>
        [load.forwardingAgency, t('load.over', { load: say(load) })].filter(Boolean).join(': '),
      ),
    ]
  }
}
