import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Alert from '@mui/material/Alert'
import { useState } from 'react'
import type { SteelTubeAnswer, TubeResult } from '#contract/lists/calculations'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatMoney, formatNumber } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { FrameDrawing } from './FrameDrawing.tsx'
import { type ShownStep, Steps } from './Steps.tsx'
import { StockDrawing } from './StockDrawing.tsx'
import { shownFigures } from './shown-figures.ts'

interface Props {
  answer: SteelTubeAnswer
  tubes: readonly { id: string; outerWidthInMm: string }[]
}

const usualTubeInMm = 40
/** Number of tubes shown at first; each has a drawing, so long lists are revealed in parts. */
const tubesAtOnce = 50

export function SteelResult({ answer, tubes }: Props) {
  const { t } = useTranslation('calculations')
  const explain = useSteelStep()
  const { t: ui } = useTranslation('ui')
  const [shown, setShown] = useState(tubesAtOnce)
  const length = answer.pieces.find(({ side }) => side === 'LENGTH')?.lengthInMm ?? '0'
  const width = answer.pieces.find(({ side }) => side === 'WIDTH')?.lengthInMm ?? '0'
  const tubeWidth = tubes.find(({ id }) => id === answer.tubes[0]?.tubeRef)?.outerWidthInMm ?? usualTubeInMm
  return (
    <>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {t('steel.frame')}
      </Typography>
      <FrameDrawing
        length={Number(length)}
        width={Number(width)}
        tube={Number(tubeWidth)}
        label={t('steel.frameAlternative', { length: formatNumber(length), width: formatNumber(width) })}
      />
      <Steps label={t('steel.frame')} steps={answer.steps.map(explain)} />
      <Typography variant="h3" sx={{ mt: 4, mb: 2 }}>
        {t('steel.tubes')}
      </Typography>
      {answer.tubes.length === 0 && <Alert severity="info">{t('steel.noTubes')}</Alert>}
      {answer.tubes.slice(0, shown).map((tube, index) => (
        <Tube key={tube.tubeRef} tube={tube} sawCut={Number(answer.sawCutInMm)} open={index === 0} />
      ))}
      {answer.tubes.length > shown && (
        <Button onClick={() => setShown(shown + tubesAtOnce)} sx={{ mt: 2 }}>
          {ui('action.more')}
        </Button>
      )}
    </>
  )
}

function Tube({ tube, sawCut, open }: { tube: TubeResult; sawCut: number; open: boolean }) {
  const { t } = useTranslation('calculations')
  const explain = useSteelStep()
  if (tube.outcome === 'TOO_LONG') {
    return (
      <Alert severity="warning" variant="outlined" sx={{ my: 1 }}>
        {t('steel.tooLong', {
          title: tube.title,
          longest: formatNumber(tube.longestInMm),
          stock: formatNumber(tube.stockLengthInMm),
        })}
      </Alert>
    )
  }
  const figures: readonly [string, string][] = [
    [t('steel.stockLengths'), String(tube.stockLengths.length)],
    [t('steel.waste'), `${formatNumber(tube.wasteInMm)} mm`],
    [t('weight'), `${formatNumber(tube.weightInKg)} kg`],
    [t('price'), formatMoney(tube.priceInChf, 'CHF')],
  ]
  return (
    <Accordion variant="outlined" disableGutters defaultExpanded={open} slotProps={{ heading: { component: 'h4' } }}>
      <AccordionSummary expandIcon={<ExpandMoreIcon />}>
        <Typography component="span" variant="body2" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
          <strong>{tube.title}</strong>
          {figures.map(([name, value]) => (
            <span key={name}>
              {name} {value}
            </span>
          ))}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <StockDrawing tube={tube} sawCut={sawCut} />
        <Steps label={tube.title} steps={tube.steps.map(explain)} />
      </AccordionDetails>
    </Accordion>
  )
}

type SteelStep = SteelTubeAnswer['steps'][number] | TubeResult['steps'][number]

const units = {
  pieceLength: 'mm',
  pieceWidth: 'mm',
  pieceSum: 'mm',
  totalLength: 'mm',
  stockLengths: '',
  waste: 'mm',
  weight: 'kg',
  price: 'CHF',
  stockPrice: 'CHF',
} as const satisfies Record<SteelStep['key'], string>

/** Returns a function for the texts of a calculation step. */
function useSteelStep() {
  const { t } = useTranslation('calculations')
  return ({ key, values, result }: SteelStep): ShownStep => {
    const figures = shownFigures(values)
    return {
      title: t(`steelStep.${key}.title`),
      formula: t(`steelStep.${key}.formula`),
      figures: t(`steelStep.${key}.figures`, figures),
      result: units[key] === 'CHF' ? formatMoney(result, 'CHF') : `${formatNumber(result)} ${units[key]}`.trim(),
    }
  }
}
