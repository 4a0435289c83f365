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
  /** Paths that both users changed differently. */
  paths: readonly string[]
  mine: FlameValues
  theirs: FlameValues
  by: string | undefined
  /** Original values; set if the question comes before saving. */
  base?: FlameValues | undefined
  /** Called with the paths where this user's values are kept; null on cancel. */
  answer: (chosen: readonly string[] | null) => void
}

/** Saves a flame, merged with changes by others; asks about fields that both changed. */
export function useSaveFlame(flameId: string): {
  save: (mine: FlameValues, version: number) => Promise<Flame>
  /** Asks which values of another version to take; resolves to the merged values, or null on cancel. */
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
      if (!collisions) return save(take(chosen, mine, theirs), current.version)
      // first the changes without conflict, merged by the server; then the chosen ones on top
      const merged = await save(take(paths, theirs, mine), version)
      if (chosen.length === 0) return merged
      return save(take(chosen, mine, valuesOf(merged)), merged.version)
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
