import { flushSync } from 'react-dom'

/** Replaces the resting view of a field by the full field, focuses it and dispatches the original event again. */
export function handOver(pressed: UIEvent, show: () => void): void {
  const resting = (pressed.target as Element).closest('.line-field')
  const place = resting?.parentElement
  const at = place ? [...place.children].indexOf(resting) : -1
  flushSync(show)
  const whole = place?.children[at]?.querySelector<HTMLElement>('[role=combobox]')
  whole?.focus()
  whole?.dispatchEvent(new (pressed.constructor as typeof UIEvent)(pressed.type, pressed))
}
