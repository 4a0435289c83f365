import { useLayoutEffect, useSyncExternalStore } from 'react'

interface Action {
  label?: string
  disabled?: boolean
}

/** What a screen puts into the top bar. */
export interface ScreenActions {
  /** Instead of the name of the route: 'Kontakt Anna Frei'. */
  title?: string
  /** With `form` (the id of a Form) the button submits it. */
  save?: Action & ({ form: string } | { onClick: () => void })
  add?: Action & { onClick: () => void }
  /** Seen by admins only. */
  upload?: Action & { onClick: () => void }
  tabs?: {
    value: string
    onChange: (value: string) => void
    options: readonly { value: string; label: string }[]
  }
}

let shown: ScreenActions = {}
let look = '{}'
const listeners = new Set<() => void>()

/** `useScreenActions({ title, save: { form: formId, disabled: !dirty }, add: { onClick } })`, once per screen. */
export function useScreenActions(actions: ScreenActions): void {
  useLayoutEffect(() => show(actions))
  useLayoutEffect(() => () => show({}), [])
}

// functions are new on every render and left out here: the top bar draws itself anew only when it looks different
function show(next: ScreenActions) {
  shown = next
  const nextLook = JSON.stringify(next)
  if (nextLook === look) return
  look = nextLook
  for (const listener of listeners) listener()
}

/** The actions as they are now; call them through this, not through a kept copy. */
export const screenActions = () => shown

/** For the top bar: what the screen on show has registered. */
export function useShownActions(): ScreenActions {
  useSyncExternalStore(subscribe, () => look)
  return shown
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
