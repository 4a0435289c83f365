import type { FlamePickup } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { requiredUpTo } from '../../orders/flames/required-up-to.ts'
import { useFlameBoards } from '../../orders/flames/use-flame-boards.ts'
import { shownKg, timeOf } from './pickup-facts.ts'

/** Returns functions for the texts of an entry. */
export function usePickupWords() {
  const { t } = useTranslation('calendars')
  const { t: flames } = useTranslation('flames')
  const { steps } = useFlameBoards()
  const stepOf = ({ step }: FlamePickup) => steps.get(step)
  /** Returns the unmet requirements of the entry's step and the steps before it. */
  const lacksOf = (pickup: FlamePickup): string[] => {
    const asked = requiredUpTo(stepOf(pickup)?.board.steps ?? [], pickup.step)
    return pickup.lacks.filter((one) => asked.includes(one)).map((one) => flames(`requirement.${one}`))
  }
  const nameOf = ({ contactName }: FlamePickup) => contactName || flames('unknown')
  const packedOf = ({ crates, weightInKg }: FlamePickup) =>
    crates === 0 ? t('pickup.noCrates') : `${t('pickup.crates', { count: crates })} · ${shownKg(weightInKg)}`
  const missingOf = (pickup: FlamePickup) => {
    const lacks = lacksOf(pickup)
    return lacks.length > 0 ? t('pickup.lacks', { what: lacks.join(', ') }) : ''
  }
  /** Returns everything in one line for screen readers. */
  const titleOf = (pickup: FlamePickup) =>
    [
      [t(`pickup.kind.${pickup.kind}`), timeOf(pickup)].filter(Boolean).join(' '),
      nameOf(pickup),
      packedOf(pickup),
      pickup.forwardingAgency,
      stepOf(pickup)?.title,
      pickup.delivered && t('pickup.delivered'),
      missingOf(pickup),
    ]
      .filter(Boolean)
      .join(', ')
  return { stepOf, lacksOf, nameOf, packedOf, missingOf, titleOf }
}
