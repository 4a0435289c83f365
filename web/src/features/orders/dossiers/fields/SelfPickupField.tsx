import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
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
