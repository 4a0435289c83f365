import { useState } from 'react'
import { type Flame, type FlameStepChange, flameApi } from '#contract/orders/flames'
import { useApi } from '../../../../api/hooks.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../../ui/dates/zone.ts'
import { Box } from '../../../../ui/layout/Box.tsx'
import { ErrorState } from '../../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../../ui/states/SkeletonLines.tsx'

/** The step changes of a flame, loaded on demand. */
export function StepChanges({ flame }: { flame: Flame }) {
  const { t } = useTranslation('dossiers')
  const [shown, setShown] = useState(false)
  return (
    <Box sx={{ px: 3, pt: 1, pb: 2 }}>
      <Button aria-expanded={shown} onClick={() => setShown(!shown)} sx={{ ml: -1 }}>
        {t('step.show')}
      </Button>
      {shown && <Changes flameId={flame.id} />}
    </Box>
  )
}

function Changes({ flameId }: { flameId: string }) {
  const { t } = useTranslation('dossiers')
  const changes = useApi(flameApi.stepChanges, { params: { id: flameId } }, { quiet: true })
  if (changes.error) return <ErrorState message={changes.error.message} onRetry={() => void changes.refetch()} />
  if (!changes.data) return <SkeletonLines lines={2} />
  return (
    <Box component="ol" aria-label={t('step.title')} sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13 }}>
      {changes.data.map((change) => (
        <Box component="li" key={change.id} sx={{ borderTop: 1, borderColor: 'divider', py: 1.5 }}>
          <Change change={change} />
        </Box>
      ))}
    </Box>
  )
}

function Change({ change }: { change: FlameStepChange }) {
  const { t } = useTranslation('dossiers')
  const { at, username, fromBoard, fromStep, toBoard, toStep, missing, overrideReason } = change
  const from = fromStep && [fromBoard !== toBoard && fromBoard, fromStep].filter(Boolean).join(' · ')
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        <Box component="time" dateTime={at} sx={{ color: 'text.secondary' }}>
          {formatDateTime(at)}
        </Box>
        <span>{username ?? t('step.system')}</span>
      </Box>
      <strong>{toStep}</strong> {from && t('step.from', { step: from })}
      {overrideReason && (
        <Box sx={{ color: 'warning.main' }}>
          {t('step.overridden', {
            missing: missing.map((one) => t(`lacks.${one}`)).join(', '),
            reason: overrideReason,
          })}
        </Box>
      )}
    </>
  )
}
