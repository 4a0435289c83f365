import { useLayoutEffect } from 'react'

/** Maximum time in milliseconds between the clicks of a double click. */
const doubleClickMs = 500
const [closeX, closeY] = [6, 6]

let last = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY }
let coveredAt = Number.NEGATIVE_INFINITY
globalThis.window?.addEventListener('click', swallowSecond, true)
// a key press between two clicks makes them no double click
globalThis.window?.addEventListener('keydown', forgetFirst, true)

/**
 * Registers something that opens or closes over the screen. The second click of a double click is then swallowed,
 * because the user aimed at what was there before.
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
  // modifiers and held keys may accompany a click
  if (repeat || ['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return
  last.at = Number.NEGATIVE_INFINITY
}

function swallowSecond(event: MouseEvent): void {
  const { clientX: x, clientY: y } = event
  const at = performance.now()
  const isSecond = at - last.at < doubleClickMs && Math.abs(x - last.x) < closeX && Math.abs(y - last.y) < closeY
  // clicks by keyboard or script have no coordinates
  const isAtPlace = x !== 0 || y !== 0
  if (isSecond && isAtPlace && coveredAt > last.at) {
    event.stopImmediatePropagation()
    event.preventDefault()
  }
  last = { x, y, at }
}
