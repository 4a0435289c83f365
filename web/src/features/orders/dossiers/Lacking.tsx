import WarningAmberIcon from '@mui/icons-material/WarningAmber'
import type { Flame } from '#contract/orders/flames'
import type { StepRequirement } from '#contract/orders/step-requirements'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { colonAfter } from '../../../i18n/written.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { requiredUpTo } from '../flames/required-up-to.ts'
import { useFlameBoard } from './header/StepFact.tsx'
import { useJump } from './use-jump.ts'

/** Shows what the saved dossier lacks for its step and the next step with requirements, with links to the fields. */
export function Lacking({ flame }: { flame: Flame }) {
  const { t } = useTranslation('dossiers')
  const board = useFlameBoard(flame)
  if (!board || flame.archivedUtc || flame.deletedUtc) return null
  const lacksIn = (step: string) => {
    const required = requiredUpTo(board.steps, step)
    return flame.lacks.filter((one) => required.includes(one))
  }
  const now = lacksIn(flame.step)
  const later = board.steps.slice(board.steps.findIndex(({ id }) => id === flame.step) + 1)
  const next = later.find(({ id }) => lacksIn(id).length > now.length)
  return (
    <>
      {now.length > 0 && <Line label={t('lacks.now')} lacks={now} pressing />}
      {next && (
        <Line
          label={t('lacks.next', { step: next.title })}
          lacks={lacksIn(next.id).filter((one) => !now.includes(one))}
        />
      )}
    </>
  )
}

interface LineProps {
  label: string
  lacks: readonly StepRequirement[]
  pressing?: boolean
}

function Line({ label, lacks, pressing = false }: LineProps) {
  const { t } = useTranslation('dossiers')
  const jump = useJump()
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, mt: 1 }}
    >
      {pressing && <WarningAmberIcon fontSize="small" color="warning" />}
      <Typography variant="body2" color={pressing ? 'warning' : 'textSecondary'}>
        {colonAfter(label)}
      </Typography>
      {lacks.map((one) => (
        <Button key={one} color="inherit" onClick={() => jump(one)} sx={{ textDecoration: 'underline', py: 0 }}>
          {t(`lacks.${one}`)}
        </Button>
      ))}
    </Box>
  )
}
