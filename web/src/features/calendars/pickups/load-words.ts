import type { PickupLoad } from '#contract/calendars/pickups'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { shownKg } from './pickup-facts.ts'

/** How full a day is by the limit that is nearer to be reached, from 0; undefined where there is none. */
export function fillOf({ crates, weightInKg, maxCrates, maxWeightInKg }: PickupLoad): number | undefined {
  const parts = [
    ...(maxCrates === null ? [] : [crates / maxCrates]),
    ...(maxWeightInKg === null ? [] : [weightInKg / maxWeightInKg]),
  ]
  return parts.length > 0 ? Math.max(...parts) : undefined
}

/** «12 von 14 Kisten, 900 kg von 4'000 kg» */
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
