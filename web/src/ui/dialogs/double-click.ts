import { useLayoutEffect } from 'react'

/** As long a second click of a double click may take. */
const doubleClickMs = 500
const [closeX, closeY] = [6, 6]

let last = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY }
let coveredAt = Number.NEGATIVE_INFINITY
globalThis.window?.addEventListener('click', swallowSecond, true)
// whoever presses a key in between does not click twice
globalThis.window?.addEventListener('keydown', forgetFirst, true)

/**
 * Something opens or closes over the screen. Who clicks twice where it did means what lay there before: the second click is none
 * for what came to lie there meanwhile.
 */
export function useCovering(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    coveredAt = performance.now()
    return () => {
      coveredAt = performance.now()
    }
  }, [isOpen])
}

function forgetFirst({ key, repeat }: KeyboardEvent): void {
  // what is held while one clicks
  if (repeat || ['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return
  last.at = Number.NEGATIVE_INFINITY
}

function swallowSecond(event: MouseEvent): void {
  const { clientX: x, clientY: y } = event
  const at = performance.now()
  const isSecond = at - last.at < doubleClickMs && Math.abs(x - last.x) < closeX && Math.abs(y - last.y) < closeY
  // keys and programs click at no place
  const isAtPlace = x !== 0 || y !== 0
  if (isSecond && isAtPlace && coveredAt > last.at) {
    event.stopImmediatePropagation()
    event.preventDefault()
  }
  last = { x, y, at }
}
