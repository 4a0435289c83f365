import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { type Flame, flameApi } from '#contract/orders/flames'
import { ApiError } from '../../../../api/client.ts'
import { remember, useApiMutation } from '../../../../api/hooks.ts'
import { lazyPart } from '../../../../ui/rendering/lazy-part.tsx'
import { type FlameValues, valuesOf } from '../dossier-values.ts'
import { changes, differing, take, takeOver } from './take-values.ts'

const FlameConflictDialog = lazyPart(() => import('./FlameConflictDialog.tsx'), 'FlameConflictDialog')

interface Question {
  /** What both changed, each in another way. */
  paths: readonly string[]
  mine: FlameValues
  theirs: FlameValues
  by: string | undefined
  /** What both began with, where it is asked before anything is saved. */
  base?: FlameValues | undefined
  /** The paths at which mine is to hold; null when it was cancelled. */
  answer: (chosen: readonly string[] | null) => void
}

/** Saves a flame merged with what others saved since; for what both changed it asks, field by field. */
export function useSaveFlame(flameId: string): {
  save: (mine: FlameValues, version: number) => Promise<Flame>
  /** Asks what of another state is taken over, and answers the whole; null when it was cancelled. */
  compare: (mine: FlameValues, base: FlameValues, theirs: FlameValues) => Promise<FlameValues | null>
  dialog: ReactNode
} {
  const [question, setQuestion] = useState<Question>()
  const params = { id: flameId }
  const client = useQueryClient()
  const update = useApiMutation(flameApi.update, {
    onAnswer: (saved) => remember(client, flameApi.get, { params }, saved),
    quiet: ['STALE_VERSION', 'VALIDATION'],
  })

  async function save(mine: FlameValues, version: number): Promise<Flame> {
    try {
      return await update.mutateAsync({ params, body: { ...mine, version } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'STALE_VERSION' || !error.problem.current) throw error
      const current = error.problem.current as Flame
      const theirs = valuesOf(current)
      const { collisions, by } = error.problem
      const paths = collisions ?? differing(mine, theirs)
      const chosen = await ask({ paths, mine, theirs, by })
      if (!chosen) throw error
      if (!collisions) return save(take(chosen, mine, theirs, { asNew: true }), current.version)
      // what nobody else touched first, merged by the server; then on top of it what was chosen
      const merged = await save(take(paths, theirs, mine), version)
      if (chosen.length === 0) return merged
      return save(take(chosen, mine, valuesOf(merged), { asNew: true }), merged.version)
    }
  }

  async function compare(mine: FlameValues, base: FlameValues, theirs: FlameValues): Promise<FlameValues | null> {
    const differ = new Set(changes(mine, theirs))
    const paths = changes(base, theirs).filter((path) => differ.has(path))
    const chosen = await ask({ paths, mine, theirs, by: undefined, base })
    if (!chosen) return null
    const taken = paths.filter((path) => !chosen.includes(path))
    return takeOver(taken, theirs, mine)
  }

  const ask = (asked: Omit<Question, 'answer'>) =>
    new Promise<readonly string[] | null>((resolve) => {
      setQuestion({
        ...asked,
        answer: (chosen) => {
          setQuestion(undefined)
          resolve(chosen)
        },
      })
    })

  const dialog = question && (
    <Suspense>
      <FlameConflictDialog {...question} />
    </Suspense>
  )
  return { save, compare, dialog }
}
