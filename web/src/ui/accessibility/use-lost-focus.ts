import { useEffect, useRef } from 'react'

/** With what changes goes the button that was pressed: the focus goes on at the element of this, instead of being lost. */
export function useLostFocus<Element extends HTMLElement>(changing: unknown) {
  const element = useRef<Element>(null)
  const before = useRef(changing)
  useEffect(() => {
    const hasChanged = before.current !== changing
    before.current = changing
    if (hasChanged && document.activeElement === document.body) element.current?.focus({ preventScroll: true })
  }, [changing])
  return element
}
