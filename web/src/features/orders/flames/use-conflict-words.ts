import { useTranslation } from 'react-i18next'
import { type FlameCard, flameApi } from '#contract/orders/flames'
import { ApiError, call } from '../../../api/client.ts'
import { notify } from '../../../ui/snackbar.ts'

/** What somebody else's change of a flame makes of one's own; a mutation with these tells nothing by itself. */
export const conflictCodes = ['STALE_VERSION', 'ARCHIVED', 'IN_BIN', 'NOT_IN_BIN', 'NOT_FOUND'] as const

/** `tellConflict(card, error)`: says who did what to a flame meanwhile. */
export function useConflictWords() {
  const { t } = useTranslation('flames')

  return async (card: FlameCard, error: unknown): Promise<void> => {
    const code = error instanceof ApiError ? error.problem.code : undefined
    if (!(error instanceof ApiError) || !conflictCodes.some((known) => known === code)) return
    const name = card.contactName || t('unknown')
    const current = error.problem.current as FlameCard | undefined
    const params = { id: card.id }
    const username = error.problem.by ?? (await lastActor(params)) ?? t('conflict.somebody')
    const moved = current && current.step !== card.step ? await lastStep(params) : undefined
    notify(sentence(), { severity: 3 })

    function sentence(): string {
      if (moved) return t('conflict.moved', { name, username: moved.username ?? username, step: moved.toStep })
      if (code === 'ARCHIVED') return t('conflict.archived', { name, username })
      if (code === 'IN_BIN') return t('conflict.removed', { name, username })
      return code === 'STALE_VERSION' ? t('conflict.changed', { name, username }) : t('conflict.gone', { name })
    }
  }
}

type Params = { id: string }

/** Who changed a flame last, as far as that can be found out. */
const lastActor = (params: Params) =>
  call(flameApi.history, { params, query: {} }).then(
    ({ entries }) => entries[0]?.username,
    () => undefined,
  )

const lastStep = (params: Params) =>
  call(flameApi.stepChanges, { params }).then(
    ([latest]) => latest,
    () => undefined,
  )
