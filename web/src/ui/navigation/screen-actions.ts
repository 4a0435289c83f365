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

/** What a screen puts into the top bar. */
export interface ScreenActions {
  /** Instead of the name of the route: 'Kontakt Anna Frei'. */
  title?: string
  /** What the record on show is called, where the title does not say it. */
  record?: string
  /** With `form` (the id of a Form) the button submits it. */
  save?: Action & ({ form: string } | { onClick: () => void })
  add?: Action & { onClick: () => void }
  /** What is told of the record beside it: how many entries, and whether they are shown. */
  timeline?: { count: number | undefined; open: boolean; onClick: () => void }
  /** Whom a message that is begun here goes to, the most fitting address first, and what it is about. */
  writeTo?: { contactRef: string; flameRef?: string; addresses: readonly string[] }
  /** What keys do on this screen. */
  shortcuts?: readonly ShortcutGroup[]
  /** Seen by admins only. */
  upload?: Action & { onClick: () => void }
  tabs?: {
    value: string
    onChange: (value: string) => void
    options: readonly { value: string; label: string }[]
  }
}

let shown: ScreenActions = {}
const look = createStore('{}')

/** What each part of the screen on show has to offer, together with the others. */
const parts = new Map<symbol, ScreenActions>()

/** `useScreenActions({ title, save: { form: formId, disabled: !dirty } })`; a part of a screen adds its own to the rest. */
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

// functions are new on every render and left out here: the top bar redraws itself only when it looks different
function show() {
  const actions = [...parts.values()]
  const shortcuts = byTitle(actions.flatMap((part) => part.shortcuts ?? []))
  shown = Object.assign({}, ...actions, shortcuts.length > 0 ? { shortcuts } : {})
  const nextLook = JSON.stringify(shown)
  if (nextLook !== look.get()) look.set(nextLook)
}

/** Parts that are alike, as two tables, understand the same keys, which are listed once. */
function byTitle(groups: readonly ShortcutGroup[]): ShortcutGroup[] {
  const found = new Map<string, ShortcutGroup['shortcuts']>()
  for (const { title, shortcuts } of groups) {
    const before = found.get(title) ?? []
    const labels = before.map(({ label }) => label)
    found.set(title, [...before, ...shortcuts.filter(({ label }) => !labels.includes(label))])
  }
  return [...found].map(([title, shortcuts]) => ({ title, shortcuts }))
}

/** The actions as they are now; call them through this, not through a kept copy. */
export const screenActions = () => shown

/** For the top bar: what the screen on show has registered. It is drawn piece by piece, after the screen itself. */
export function useShownActions(): ScreenActions {
  const [seen, see] = useState(look.get)
  useEffect(() => {
    const follow = () => startTransition(() => see(look.get()))
    if (look.get() !== seen) follow()
    return look.subscribe(follow)
  }, [seen])
  return shown
}
