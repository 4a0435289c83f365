import { z } from 'zod'
import type { InputOf } from '#contract/endpoint'
import type { calculationApi } from '#contract/lists/calculations'
import { WoodFrameQuestion } from '#contract/lists/calculations'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { DecimalField } from './DecimalField.tsx'

export type WoodQuestion = InputOf<typeof calculationApi.woodFrames>['query']
type Flag = 'true' | 'false'

const { perimeter, lengthInMm, heightInMm, depthInMm } = WoodFrameQuestion.shape
const schema = z.object({
  perimeter,
  lengthInMm,
  heightInMm,
  depthInMm,
  tray: z.boolean(),
  partitionWall: z.boolean(),
  backWall: z.boolean(),
})

const sizes = { perimeter: '', lengthInMm: '', heightInMm: '', depthInMm: '' }
export const noQuestion: WoodQuestion = sizes

interface Props {
  onCalculate: (question: WoodQuestion) => void
  busy: boolean
}

export function WoodForm({ onCalculate, busy }: Props) {
  const { t } = useTranslation('calculations')
  const flag = (value: boolean) => String(value) as Flag
  return (
    <Form
      label={t('calculate')}
      guarded={false}
      schema={schema}
      defaultValues={{ ...sizes, tray: false, partitionWall: false, backWall: false }}
      onSubmit={({ tray, partitionWall, backWall, ...given }) =>
        onCalculate({ ...given, tray: flag(tray), partitionWall: flag(partitionWall), backWall: flag(backWall) })
      }
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))' }}>
        <DecimalField name="perimeter" label={t('wood.perimeter')} unit="mm" required />
        <DecimalField name="lengthInMm" label={t('wood.length')} unit="mm" required />
        <DecimalField name="heightInMm" label={t('wood.height')} unit="mm" required />
        <DecimalField name="depthInMm" label={t('wood.depth')} unit="mm" required />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, mt: 2 }}>
        <CheckboxField name="tray" label={t('wood.part.TRAY')} />
        <CheckboxField name="partitionWall" label={t('wood.part.PARTITION_WALL')} />
        <CheckboxField name="backWall" label={t('wood.part.BACK_WALL')} />
      </Box>
      <Button type="submit" variant="contained" color="secondary" loading={busy} sx={{ mt: 2 }}>
        {t('calculate')}
      </Button>
    </Form>
  )
}
