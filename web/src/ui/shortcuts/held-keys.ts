const longestMs = 10_000

let held = ''
let stop = () => {}

/**
 * Holds typed keys back while the code of an opened dialog loads, so that they reach its field and trigger no
 * shortcuts. Ends when a field gets the focus.
 */
export function holdKeys(): void {
  stop()
  held = ''
  const timer = setTimeout(() => stop(), longestMs)
  const listening = new AbortController()
  stop = () => {
    clearTimeout(timer)
    listening.abort()
  }
  const options = { capture: true, signal: listening.signal }
  window.addEventListener('keydown', hold, options)
  window.addEventListener('pointerdown', () => stop(), options)
  window.addEventListener('focusin', ({ target }) => isWritten(target) && stop(), options)
}

/** Returns the held text for the field that now has the focus. */
export function takeHeld(): string {
  stop()
  const typed = held
  held = ''
  return typed
}

/** Focuses the field and types the held text into it. */
export function focusWithHeld(field: HTMLInputElement | null): void {
  field?.focus()
  const typed = takeHeld()
  if (!field || typed === '') return
  field.setRangeText(typed, field.value.length, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

function hold(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (key === 'Escape') stop()
  if (key === 'Backspace') held = held.slice(0, -1)
  else if (key.length === 1) held += key
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}

const isWritten = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, [contenteditable=true]')
