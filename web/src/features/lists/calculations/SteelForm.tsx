import { SteelTubeQuestion } from '#contract/lists/calculations'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { DecimalField } from './DecimalField.tsx'

interface Props {
  onCalculate: (question: SteelTubeQuestion) => void
  busy: boolean
}

const start = { lengthInMm: '', widthInMm: '', marginInMm: '0' }

export function SteelForm({ onCalculate, busy }: Props) {
  const { t } = useTranslation('calculations')
  return (
    <Form
      label={t('calculate')}
      guarded={false}
      schema={SteelTubeQuestion}
      defaultValues={start}
      onSubmit={onCalculate}
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(190px, 1fr))' }}>
        <DecimalField name="lengthInMm" label={t('steel.innerLength')} unit="mm" required />
        <DecimalField name="widthInMm" label={t('steel.innerWidth')} unit="mm" required />
        <DecimalField name="marginInMm" label={t('steel.margin')} unit="mm" required />
      </Box>
      <Button type="submit" variant="contained" color="secondary" loading={busy} sx={{ mt: 3 }}>
        {t('calculate')}
      </Button>
    </Form>
  )
}
