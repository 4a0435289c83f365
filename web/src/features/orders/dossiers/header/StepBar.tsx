import ReportProblemIcon from '@mui/icons-material/ReportProblemOutlined'
import type { SxProps, Theme } from '@mui/material/styles'
import type { CSSProperties } from 'react'
import type { BoardStep } from '#contract/orders/boards'
import { type Flame, flameApi } from '#contract/orders/flames'
import { useApi } from '../../../../api/hooks.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { useMay } from '../../../../session/session.ts'
import { Box } from '../../../../ui/layout/Box.tsx'
import { useScreenKeys } from '../../../../ui/shortcuts/shortcuts.ts'
import { requiredUpTo } from '../../flames/required-up-to.ts'
import { useFlameDialogs } from '../../flames/use-flame-dialogs.tsx'
import { useJump } from '../use-jump.ts'
import { useFlameBoard } from './StepFact.tsx'

/** The steps of the board; clicking one or pressing a key moves the flame. */
export function StepBar({ flame }: { flame: Flame }) {
  const { t } = useTranslation('dossiers')
  const may = useMay()
  const board = useFlameBoard(flame)
  const card = useCard(flame)
  const dialogs = useFlameDialogs({ toField: useJump() })
  const movable = may('FLAME_MODIFY') && !flame.archivedUtc && !flame.deletedUtc
  const steps = board?.steps ?? []
  const at = steps.findIndex(({ id }) => id === flame.step)

  function move(step: BoardStep | undefined) {
    if (movable && card && step && step.id !== flame.step) {
      void dialogs.move(card, { taskboardRef: flame.taskboardRef, step: step.id })
    }
  }
  const moveBy = (by: number) => move(at < 0 ? undefined : steps[at + by])
  useScreenKeys(t('step.title'), [
    movable && { keys: ['Alt+PgDn'], label: t('step.next'), run: () => moveBy(1) },
    movable && { keys: ['Alt+PgUp'], label: t('step.previous'), run: () => moveBy(-1) },
  ])
  if (!board) return null
  return (
    <>
      <Box component="ol" aria-label={t('step.bar', { board: board.title })} sx={barLook}>
        {steps.map((step, index) => {
          const missing = flame.lacks.filter((one) => requiredUpTo(steps, step.id).includes(one))
          const lacks = missing.map((one) => t(`lacks.${one}`)).join(', ')
          return (
            <li key={step.id}>
              <button
                type="button"
                data-past={index < at}
                aria-current={index === at ? 'step' : undefined}
                disabled={!movable || !card}
                title={lacks && index >= at ? t('step.lacks', { lacks }) : undefined}
                style={{ '--step': step.colour } as CSSProperties}
                onClick={() => move(step)}
              >
                <span>{step.title}</span>
                {lacks && index >= at && (
                  <ReportProblemIcon sx={{ fontSize: 14 }} titleAccess={t('step.lacks', { lacks })} />
                )}
              </button>
            </li>
          )
        })}
      </Box>
      {dialogs.dialogFor([])}
    </>
  )
}

/** Returns the card of a flame, with its latest step and version, for actions that need a card. */
export function useCard(flame: Flame) {
  const flames = useApi(flameApi.ofContact, { params: { id: flame.dossier.contactRef } }, { quiet: true })
  const card = flames.data?.find(({ id }) => id === flame.id)
  return card && { ...card, version: flame.version, step: flame.step }
}

const barLook: SxProps<Theme> = {
  display: 'flex',
  gap: '3px',
  listStyle: 'none',
  m: 0,
  mb: 2,
  p: 0,
  overflowX: 'auto',
  '& li': { flex: '1 0 auto', minWidth: 0 },
  '& button': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 1,
    width: 1,
    minHeight: 32,
    px: 3,
    border: 0,
    borderTop: '4px solid var(--step)',
    borderRadius: 1,
    bgcolor: 'background.paper',
    color: 'text.primary',
    font: 'inherit',
    fontSize: 13,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '&:hover:enabled': { bgcolor: 'action.hover' },
    '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: -2 },
    '&:disabled': { cursor: 'default' },
  },
  '& button[data-past=true]': { color: 'text.secondary' },
  '& button[aria-current=step]': { bgcolor: 'action.selected', fontWeight: 700 },
  '& svg': { color: 'warning.main' },
}
