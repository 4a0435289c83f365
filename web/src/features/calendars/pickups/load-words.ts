import type { PickupLoad } from '#contract/calendars/pickups'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { shownKg } from './pickup-facts.ts'

/** Returns the fill level of a day by its tighter limit (1 is full); undefined without limits. */
export function fillOf({ crates, weightInKg, maxCrates, maxWeightInKg }: PickupLoad): number | undefined {
  const parts = [
    ...(maxCrates === null ? [] : [crates / maxCrates]),
    ...(maxWeightInKg === null ? [] : [weightInKg / maxWeightInKg]),
  ]
  return parts.length > 0 ? Math.max(...parts) : undefined
}

/** Returns a function for the load of a day: «12 von 14 Kisten, 900 kg von 4'000 kg» */
export function useLoadWords() {
  const { t } = useTranslation('calendars')
  return ({ crates, weightInKg, maxCrates, maxWeightInKg }: PickupLoad): string =>
    [
      maxCrates === null
        ? t('pickup.crates', { count: crates })
        : t('load.crates', { crates: formatNumber(crates), max: formatNumber(maxCrates) }),
      maxWeightInKg === null
        ? shownKg(weightInKg)
        : t('load.weight', { weight: shownKg(weightInKg), max: shownKg(maxWeightInKg) }),
    ].join(', ')
}
