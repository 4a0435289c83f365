import Alert from '@mui/material/Alert'
import type { WoodFrameAnswer } from '#contract/lists/calculations'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { quoted } from '../../../i18n/written.ts'
import { formatMoney, formatNumber } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { BoardsDrawing } from './BoardsDrawing.tsx'
import { type ShownStep, Steps } from './Steps.tsx'
import { shownFigures } from './shown-figures.ts'

export function WoodResult({ answer, perimeter }: { answer: WoodFrameAnswer; perimeter: string }) {
  const { t } = useTranslation('calculations')
  const explain = useWoodStep()
  const titles = answer.materials.map(({ title }) => quoted(title)).join(', ')
  const words = { perimeter: formatNumber(perimeter), titles }
  return (
    <>
      {answer.outcome === 'NO_SPAN' && <Alert severity="warning">{t('wood.noSpan', words)}</Alert>}
      {answer.outcome === 'OVERLAPPING' && <Alert severity="warning">{t('wood.overlapping', words)}</Alert>}
      {answer.weightInKg !== null && answer.priceInChf !== null && (
        <Alert severity="success" icon={false}>
          {t('wood.result', {
            titles,
            area: formatNumber(answer.areaInSquareMetres),
            weight: formatNumber(answer.weightInKg),
            price: formatMoney(answer.priceInChf, 'CHF'),
          })}
        </Alert>
      )}
      <Typography variant="h3" sx={{ mt: 4, mb: 1 }}>
        {t('wood.boards')}
      </Typography>
      <BoardsDrawing parts={answer.parts} />
      <Steps label={t('wood.steps')} steps={answer.steps.map(explain)} />
    </>
  )
}

type WoodStep = WoodFrameAnswer['steps'][number]

const units = {
  SIDES: 'm²',
  TOP_AND_BOTTOM: 'm²',
  TRAY: 'm²',
  PARTITION_WALL: 'm²',
  BACK_WALL: 'm²',
  areaSum: 'm²',
  offcut: 'm²',
  weight: 'kg',
  price: 'CHF',
} as const satisfies Record<WoodStep['key'], string>

/** Returns a function for the texts of a calculation step. */
function useWoodStep() {
  const { t } = useTranslation('calculations')
  return ({ key, values, result }: WoodStep): ShownStep => {
    const figures = shownFigures(values)
    const shown = units[key] === 'CHF' ? formatMoney(result, 'CHF') : `${formatNumber(result)} ${units[key]}`
    if (key === 'areaSum' || key === 'offcut' || key === 'weight' || key === 'price') {
      const step = `woodStep.${key}` as const
      return {
        title: t(`${step}.title`),
        formula: t(`${step}.formula`),
        figures: key === 'areaSum' ? '' : t(`woodStep.${key}.figures`, figures),
        result: shown,
      }
    }
    return {
      title: t(`wood.part.${key}`),
      formula: t(`woodStep.part.formula.${key}`),
      figures: t('woodStep.part.figures', figures),
      result: shown,
    }
  }
}
