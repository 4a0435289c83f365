import { type ReactNode, useRef } from 'react'
import { type ConflictOptions, useConflict } from './use-conflict.tsx'

/** What is saved now, and what of it and of one's own is to be in the form. */
export interface Merged {
  readonly theirs: object
  readonly chosen: object
}

/** What a form knows of the record that it changes. */
export interface Editing {
  /** What the screen holds of it now, where that is not what the form began with. */
  unseen: () => object | undefined
  /** Somebody else saved since. */
  isNewer: () => boolean
  /** The form starts over with what the screen holds now. */
  follow: () => void
  /** Asks for what somebody else saved since, field by field; null when it was cancelled. */
  compare: (mine: object) => Promise<Merged | null>
  /** Asks which of two versions counts. */
  dialog: ReactNode
}

/**
 * The state of a record over which somebody types. It stays while the screen goes on to show what others save, so that
 * saving names the version that was seen. `record` is the one on the screen at this moment; none for a new one.
 */
export function useBase<Saved extends { version: number }>(record: Saved | null | undefined) {
  const base = useRef(record ?? undefined)
  // a table goes on to another row
  if (!record || !base.current) base.current = record ?? undefined
  const versionOf = (saved: Saved | null | undefined) => saved?.version ?? 0
  return {
    now: () => base.current,
    version: () => versionOf(base.current),
    begin: (saved: Saved) => {
      base.current = saved
    },
    // an answer is here before the screen has read it
    unseen: () => (record && record !== base.current && record.version >= versionOf(base.current) ? record : undefined),
    isNewer: () => versionOf(record) > versionOf(base.current),
    follow: () => {
      base.current = record ?? undefined
    },
  }
}

/**
 * Changing a record that somebody else may change at the same time; the mutation needs `quiet: ['STALE_VERSION']`.
 *
 *   const editing = useEditing<Values, User>(user, { name, fields, valuesOf })
 *   const save = (values) => editing.save(values, (values, version) => update.mutateAsync({ … body: { ...values, version } }))
 *   return <Form editing={editing} defaultValues={valuesOf(user)} onSubmit={save}>
 */
export function useEditing<Values extends object, Saved extends { version: number }>(
  record: Saved | null | undefined,
  options: ConflictOptions<Values, Saved>,
) {
  const base = useBase(record)
  // called as the person knows it, also when somebody else has given it another name
  const known = useRef({ base: base.now(), name: options.name })
  if (known.current.base !== base.now()) known.current = { base: base.now(), name: options.name }
  const conflict = useConflict({ ...options, name: known.current.name, ofForm: true })

  async function save<Answer extends Saved>(
    mine: Values,
    send: (values: Values, version: number) => Promise<Answer>,
  ): Promise<Answer> {
    const from = base.now()
    if (!from) throw new Error('nothing is edited')
    const saved = await conflict.save(mine, from, (values, version) => send(values, version))
    // another object than the screen holds, so that the form follows: a choice between two versions is not what was typed
    base.begin({ ...saved })
    return saved
  }
  async function compare(mine: object): Promise<Merged | null> {
    const [from, current] = [base.now(), record]
    if (!from || !current) return null
    const chosen = await conflict.choose(mine as Values, from, current)
    if (chosen) base.begin(current)
    return chosen && { theirs: options.valuesOf(current), chosen }
  }
  return { ...base, save, compare, dialog: conflict.dialog }
}
