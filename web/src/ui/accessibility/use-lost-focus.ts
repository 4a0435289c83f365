import { useEffect, useRef } from 'react'

/** Returns a ref for the element that takes the focus if a change of `changing` removed the focused button. */
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
