import { flushSync } from 'react-dom'

/**
 * Puts the whole of a field in the place of what stood for it until somebody pressed it, or a key in it, and hands on what was
 * pressed.
 */
export function handOver(pressed: UIEvent, show: () => void): void {
  const resting = (pressed.target as Element).closest('.line-field')
  const place = resting?.parentElement
  const at = place ? [...place.children].indexOf(resting) : -1
  flushSync(show)
  const whole = place?.children[at]?.querySelector<HTMLElement>('[role=combobox]')
  whole?.focus()
  whole?.dispatchEvent(new (pressed.constructor as typeof UIEvent)(pressed.type, pressed))
}
