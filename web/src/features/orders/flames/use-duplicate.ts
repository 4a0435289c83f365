import { type FlameCard, flameApi } from '#contract/orders/flames'
import { ApiError } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { followUp } from '../../../ui/dialogs/follow-up.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import type { Target } from '../../boards/placement.ts'
import type { Refused } from '../../boards/use-moves.ts'
import { useFlameBoards } from './use-flame-boards.ts'

type Step = Pick<Target, 'taskboardRef' | 'step'>

/** Returns a function that duplicates a flame into a chosen step; `onRefused` is called with unmet requirements. */
export function useDuplicate(onRefused: (card: FlameCard, to: Step, steps: Refused<FlameCard>['steps']) => void) {
  const { t } = useTranslation('flames')
  const { steps } = useFlameBoards()
  const duplicating = useApiMutation(flameApi.duplicate, { quiet: ['STEP_REQUIRES', 'VALIDATION'] })

  return async function duplicate(card: FlameCard, { taskboardRef, step }: Step, overrideReason?: string) {
    const name = card.contactName || t('unknown')
    try {
      await duplicating.mutateAsync({
        params: { id: card.id },
        body: { taskboardRef, step, ...(overrideReason ? { overrideReason } : {}) },
      })
      const { title = '', board } = steps.get(step) ?? {}
      notify(t('done.duplicated', { name, step: title, board: board?.title ?? '' }))
    } catch (error) {
      if (!(error instanceof ApiError)) return
      if (error.problem.code === 'VALIDATION') {
        const contactIsGone = error.errors?.some(({ path }) => path === 'contactRef')
        const why = contactIsGone ? t('conflict.contactGone', { name }) : (error.errors?.[0]?.detail ?? error.message)
        notify(why, { severity: 1 })
      }
      const { steps } = error.problem
      // the snackbar already shows other errors
      if (!steps) return
      await followUp()
      onRefused(card, { taskboardRef, step }, steps)
    }
  }
}
