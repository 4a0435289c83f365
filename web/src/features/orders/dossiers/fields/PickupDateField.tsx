import { useMemo } from 'react'
import { lockedPickupDateApi } from '#contract/lists/master-data'
import { useApi } from '../../../../api/hooks.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { DateTimeField } from '../../../../ui/fields/DateField.tsx'

/** The pickup date, which cannot be on a locked day. */
export function PickupDateField({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('dossiers')
  const locked = useApi(lockedPickupDateApi.list, {}).data
  const days = useMemo(() => new Set(locked?.map(({ lockedAt }) => lockedAt)), [locked])
  return (
    <DateTimeField
      name="dossier.pickupDate"
      label={t('field.pickupDate')}
      readOnly={readOnly}
      optionalTime
      isBlocked={(day) => days.has(day)}
      blockedMessage={t('pickupLocked')}
    />
  )
}
