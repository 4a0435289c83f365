import { useEffectEvent, useLayoutEffect } from 'react'
import { useScreenActions } from '../navigation/screen-actions.ts'

/** What a press of keys says, of the browser or of React. */
export interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  preventDefault(): void
}

/** Keys with what they do, in words for whoever presses «?» and as work: `Ctrl+Z`, `Alt+PgDn`, `↑`. */
export interface Shortcut<Context = void> {
  readonly keys: readonly string[]
  readonly label: string
  /** `at` is the place of the key in `keys`. False where there is nothing to do: then the key stays the browser's. */
  readonly run: (context: Context, at: number) => unknown
}

/**
 * The keys of a part of the screen, written once: they are listed under «?» as long as the part is there. Answers what
 * takes a press of keys, and says whether it was one of them.
 */
export function useShortcuts<Context = void>(
  title: string,
  shortcuts: readonly (Shortcut<Context> | false)[],
): (event: Pressed, context: Context) => boolean {
  const known = shortcuts.filter((shortcut) => shortcut !== false)
  useScreenActions(known.length > 0 ? { shortcuts: [{ title, shortcuts: known }] } : {})
  return (event, context) => {
    for (const { keys, run } of known) {
      const at = keys.findIndex((name) => isPressed(name, event))
      if (at < 0 || run(context, at) === false) continue
      event.preventDefault()
      return true
    }
    return false
  }
}

/** The same for keys that mean the screen, wherever the focus is. */
export function useScreenKeys(title: string, shortcuts: readonly (Shortcut<KeyboardEvent> | false)[]): void {
  const press = useShortcuts(title, shortcuts)
  const pressed = useEffectEvent((event: KeyboardEvent) => void (event.defaultPrevented || press(event, event)))
  // from the moment on that something is seen: an effect after painting would miss an early key
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const keyNames: Readonly<Record<string, string>> = {
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  PgUp: 'PageUp',
  PgDn: 'PageDown',
  Space: ' ',
  Menu: 'ContextMenu',
}

/** A sign stands on another key, with Shift or without, from keyboard to keyboard. */
const isSign = (key: string) => /^[^\p{L}\s]$/u.test(key)

export function isPressed(name: string, event: Pressed): boolean {
  const held = name.split('+')
  const last = held.pop() ?? ''
  const key = keyNames[last] ?? last
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === held.includes('Ctrl') &&
    event.altKey === held.includes('Alt') &&
    (isSign(key) || event.shiftKey === held.includes('Shift'))
  )
}
