import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { notify } from '../notices/snackbar.ts'
import { lazyPart } from '../rendering/lazy-part.tsx'
import { useGone } from '../rendering/use-gone.ts'
import type { ConflictField } from './ConflictDialog.tsx'

const part = lazyPart(() => import('./ConflictDialog.tsx'), 'ConflictDialog')
const ConflictDialog = part as typeof import('./ConflictDialog.tsx').ConflictDialog

interface Question<Values> {
  mine: Values
  theirs: Values
  base?: Partial<Values>
  by: string | undefined
  intoForm: boolean
  answer: (values: Values | null) => void
}

export interface ConflictOptions<Values extends object, Saved extends { version: number }> {
  /** Name of the record: 'Benutzer «anna»'. */
  name: string
  fields: readonly ConflictField<Values>[]
  /** Returns the form values of a stored record. */
  valuesOf: (saved: Saved) => Values
  /** True if a form is saved, which cancelling leads back to. */
  ofForm?: boolean
}

/**
 * Saves a record that another user may have saved meanwhile. The mutation needs `quiet: ['STALE_VERSION']`. For a form
 * use `useEditing`.
 *
 *   const conflict = useConflict<Values, User>({ name, fields, valuesOf })
 *   await conflict.save(values, user, (values, version) => update.mutateAsync({ params, body: { ...values, version } }))
 *   return <>…{conflict.dialog}</>
 *
 * Saves again without asking if both users saved the same values, or if the other changed none of these fields.
 * Rejects with the error of the server if the user cancels, so that a Form keeps its input. If the screen has been left
 * meanwhile, where the question cannot be asked, a notice says that nothing was saved.
 */
export function useConflict<Values extends object, Saved extends { version: number }>(
  options: ConflictOptions<Values, Saved>,
) {
  const { name, fields, valuesOf, ofForm } = options
  const [question, setQuestion] = useState<Question<Values>>()
  const gone = useGone()
  const open = useRef<() => void>(undefined)
  useEffect(() => () => open.current?.(), [])
  // loaded in advance: if a new version is deployed meanwhile, the file would be gone and the input lost
  useEffect(() => void part.ahead().catch(() => {}), [])

  async function save<Answer>(
    mine: Values,
    from: Saved,
    send: (values: Values, version: number, from: Saved) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await send(mine, from.version, from)
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'STALE_VERSION' || !error.problem.current) throw error
      const current = error.problem.current as Saved
      const theirs = valuesOf(current)
      const base = valuesOf(from)
      if (isSame(mine, theirs) || isSame(base, theirs)) return save(mine, current, send)
      const chosen = gone.current ? null : await ask({ mine, theirs, base, by: error.problem.by, intoForm: false })
      if (!chosen && gone.current) notify([name.trim(), error.message].join(': '), { severity: 3 })
      if (!chosen) throw error
      return save(chosen, current, send)
    }
  }

  const ask = (asked: Omit<Question<Values>, 'answer'>) =>
    new Promise<Values | null>((resolve) => {
      const answer = (values: Values | null) => {
        open.current = undefined
        setQuestion(undefined)
        resolve(values)
      }
      open.current = () => answer(null)
      setQuestion({ ...asked, answer })
    })

  const dialog: ReactNode = question && (
    <Suspense>
      <ConflictDialog
        name={name.trim()}
        fields={fields}
        mine={question.mine}
        theirs={question.theirs}
        base={question.base}
        by={question.by}
        intoForm={question.intoForm}
        ofForm={ofForm}
        onResolve={question.answer}
        onCancel={() => question.answer(null)}
      />
    </Suspense>
  )
  /** Asks which of two versions to keep, before anything is saved. Resolves to null if the user cancels. */
  const choose = (mine: Values, from: Saved, current: Saved) =>
    ask({ mine, theirs: valuesOf(current), base: valuesOf(from), by: undefined, intoForm: true })

  return { save, choose, dialog }
}

const isSame = <Values extends object>(mine: Values, theirs: Values) =>
  Object.entries(mine).every(([name, value]) => JSON.stringify(value) === JSON.stringify(theirs[name as keyof Values]))
