import { type ReactNode, useRef } from 'react'
import { type ConflictOptions, useConflict } from './use-conflict.tsx'

/** The result of comparing two versions: the stored values, and the values for the form. */
export interface Merged {
  readonly theirs: object
  readonly chosen: object
}

/** The connection of a form to the record that it edits. */
export interface Editing {
  /** Returns the record on the screen if it differs from the one the form started with. */
  unseen: () => object | undefined
  /** True if another user has saved the record since. */
  isNewer: () => boolean
  /** Restarts the form with the record on the screen. */
  follow: () => void
  /** Asks field by field which changes to keep; resolves to null if the user cancels. */
  compare: (mine: object) => Promise<Merged | null>
  /** The dialog that compares two versions. */
  dialog: ReactNode
}

/**
 * Holds the version of a record that the user edits. It stays the same while the screen shows newer versions, so that
 * saving sends the version the user started from. `record` is the one on the screen, undefined for a new one.
 */
export function useBase<Saved extends { version: number }>(record: Saved | null | undefined) {
  const base = useRef(record ?? undefined)
  // a table may switch to another row
  if (!record || !base.current) base.current = record ?? undefined
  const versionOf = (saved: Saved | null | undefined) => saved?.version ?? 0
  return {
    now: () => base.current,
    version: () => versionOf(base.current),
    begin: (saved: Saved) => {
      base.current = saved
    },
    // the response of a save may be newer than the record on the screen
    unseen: () => (record && record !== base.current && record.version >= versionOf(base.current) ? record : undefined),
    isNewer: () => versionOf(record) > versionOf(base.current),
    follow: () => {
      base.current = record ?? undefined
    },
  }
}

/**
 * Edits a record that another user may change at the same time. The mutation needs `quiet: ['STALE_VERSION']`.
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
  // the name when editing began, even if another user has renamed the record since
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
    // a new object, so that the form takes over the saved values, which may differ from the input after a conflict
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
