import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { createStore } from '../../state/store.ts'

interface Action {
  label?: string
  disabled?: boolean
}

export interface ShortcutGroup {
  readonly title: string
  readonly shortcuts: readonly { readonly keys: readonly string[]; readonly label: string }[]
}

/** What a screen contributes to the top bar. */
export interface ScreenActions {
  /** Replaces the name of the route: 'Kontakt Anna Frei'. */
  title?: string
  /** Name of the record, if the title does not contain it. */
  record?: string
  /** The save button; with `form` (the id of a Form) it submits the form. */
  save?: Action & ({ form: string } | { onClick: () => void })
  add?: Action & { onClick: () => void }
  /** The button of the timeline beside the record: number of entries, and whether it is open. */
  timeline?: { count: number | undefined; open: boolean; onClick: () => void }
  /** Preset of a message begun on this screen: contact, flame, and addresses with the preferred one first. */
  writeTo?: { contactRef: string; flameRef?: string; addresses: readonly string[] }
  /** Keyboard shortcuts of this screen. */
  shortcuts?: readonly ShortcutGroup[]
  /** The upload button, shown to admins only. */
  upload?: Action & { onClick: () => void }
  tabs?: {
    value: string
    onChange: (value: string) => void
    options: readonly { value: string; label: string }[]
  }
}

let shown: ScreenActions = {}
const look = createStore('{}')

/** Actions by part of the screen; together they form those of the screen. */
const parts = new Map<symbol, ScreenActions>()

/**
 * Registers actions in the top bar: `useScreenActions({ title, save: { form: formId, disabled: !dirty } })`. Each part
 * of a screen may add its own.
 */
export function useScreenActions(actions: ScreenActions): void {
  const [part] = useState(() => Symbol('part of a screen'))
  useLayoutEffect(() => {
    parts.set(part, actions)
    show()
  })
  useLayoutEffect(
    () => () => {
      parts.delete(part)
      show()
    },
    [part],
  )
}

// JSON omits functions, which are new on every render: the top bar redraws only if its look changes
function show() {
  const actions = [...parts.values()]
  const shortcuts = byTitle(actions.flatMap((part) => part.shortcuts ?? []))
  shown = Object.assign({}, ...actions, shortcuts.length > 0 ? { shortcuts } : {})
  const nextLook = JSON.stringify(shown)
  if (nextLook !== look.get()) look.set(nextLook)
}

/** Merges groups with the same title, such as those of two tables, so that each shortcut is listed once. */
function byTitle(groups: readonly ShortcutGroup[]): ShortcutGroup[] {
  const found = new Map<string, ShortcutGroup['shortcuts']>()
  for (const { title, shortcuts } of groups) {
    const before = found.get(title) ?? []
    const labels = before.map(({ label }) => label)
    found.set(title, [...before, ...shortcuts.filter(({ label }) => !labels.includes(label))])
  }
  return [...found].map(([title, shortcuts]) => ({ title, shortcuts }))
}

/** Returns the current actions. Call them through this function, never through a stored copy. */
export const screenActions = () => shown

/** Returns the registered actions for the top bar, which redraws in a transition after the screen. */
export function useShownActions(): ScreenActions {
  const [seen, see] = useState(look.get)
  useEffect(() => {
    const follow = () => startTransition(() => see(look.get()))
    if (look.get() !== seen) follow()
    return look.subscribe(follow)
  }, [seen])
  return shown
}
