import { ApiError } from '../../api/client.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { notify } from '../../ui/notices/snackbar.ts'
import type { BoardCard } from './card-kind.ts'

/** Errors caused by another user's change. A mutation that lists them as `quiet` reports nothing itself. */
export const conflictCodes = ['STALE_VERSION', 'ARCHIVED', 'IN_BIN', 'NOT_IN_BIN', 'NOT_FOUND'] as const

/** Looks up who last changed or moved a card of a kind, as far as is known. */
export interface LastChanges<Card extends BoardCard> {
  readonly nameOf: (card: Card) => string
  readonly lastActor: (id: string) => Promise<string | null | undefined>
  readonly lastStep: (id: string) => Promise<{ username: string | null; toStep: string } | undefined>
}

/** Returns `tellConflict(card, error)`, which notifies the user who changed the card meanwhile and how. */
export function useConflictWords<Card extends BoardCard>({ nameOf, lastActor, lastStep }: LastChanges<Card>) {
  const { t } = useTranslation('boards')

  return async (card: Card, error: unknown): Promise<void> => {
    const code = error instanceof ApiError ? error.problem.code : undefined
    if (!(error instanceof ApiError) || !conflictCodes.some((known) => known === code)) return
    const name = nameOf(card)
    const current = error.problem.current as BoardCard | undefined
    const username = error.problem.by ?? (await lastActor(card.id)) ?? t('conflict.somebody')
    const moved = current && current.step !== card.step ? await lastStep(card.id) : undefined
    notify(sentence(), { severity: 3 })

    function sentence(): string {
      if (moved) return t('conflict.moved', { name, username: moved.username ?? username, step: moved.toStep })
      if (code === 'ARCHIVED') return t('conflict.archived', { name, username })
      if (code === 'IN_BIN') return t('conflict.removed', { name, username })
      return code === 'STALE_VERSION' ? t('conflict.changed', { name, username }) : t('conflict.gone', { name })
    }
  }
}
