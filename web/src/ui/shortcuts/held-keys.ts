const longestMs = 10_000

let held = ''
let stop = () => {}

/**
 * What is opened is there a moment later, as its code is fetched first. Until it has the focus, what is typed is for it and
 * means no key of the screen.
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

/** What was typed meanwhile, for the field that has the focus now. */
export function takeHeld(): string {
  stop()
  const typed = held
  held = ''
  return typed
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
