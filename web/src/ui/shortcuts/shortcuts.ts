import { useEffectEvent, useLayoutEffect } from 'react'
import { useScreenActions } from '../navigation/screen-actions.ts'

/** The properties of a key event, native or of React. */
export interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  preventDefault(): void
}

/** Keyboard shortcuts such as `Ctrl+Z`, `Alt+PgDn` or `↑`, with their label in the list under «?». */
export interface Shortcut<Context = void> {
  readonly keys: readonly string[]
  readonly label: string
  /** Runs the shortcut; `at` is the index in `keys`. False leaves the key to the browser. */
  readonly run: (context: Context, at: number) => unknown
}

/**
 * Registers the shortcuts of a part of the screen, which are listed under «?» while it is mounted. Returns a function
 * that handles a key event and returns whether it was one of them.
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

/** Registers shortcuts of the whole screen, which work wherever the focus is. */
export function useScreenKeys(title: string, shortcuts: readonly (Shortcut<KeyboardEvent> | false)[]): void {
  const press = useShortcuts(title, shortcuts)
  const pressed = useEffectEvent((event: KeyboardEvent) => void (event.defaultPrevented || press(event, event)))
  // a layout effect, because an effect after painting would miss an early key
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

/** Tests for a symbol, which needs Shift on some keyboard layouts and not on others. */
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
