import type { TFunction } from 'i18next'
import type { FlameCard } from '#contract/orders/flames'
import { formatNumber } from '../../../ui/text/format.ts'

/** Formats the number of crates and their weight. */
export const packedText = (t: TFunction<'flames'>, { crates, weightInKg }: Pick<FlameCard, 'crates' | 'weightInKg'>) =>
  t('card.packed', { count: crates, text: formatNumber(crates), weight: formatNumber(Math.round(weightInKg)) })
