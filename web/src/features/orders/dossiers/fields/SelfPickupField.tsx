import { limits } from '#contract/limits'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { DateTimeField } from '../../../../ui/fields/DateField.tsx'

export function SelfPickupField({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('dossiers')
  return (
    <DateTimeField
      name="dossier.selfPickupAt"
      label={t('field.selfPickupAt')}
      defaultHour={limits.dossier.selfPickupHour}
      readOnly={readOnly}
    />
  )
}
