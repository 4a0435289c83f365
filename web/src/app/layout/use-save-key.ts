import { type RefObject, useEffect } from 'react'
import { typingMs } from '../../ui/dates/parse-date.ts'

/** Ctrl+S presses the save button of the screen, unless a dialog stands before it. */
export function useSaveKey(button: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // a date that is being typed reaches the form a moment later
      setTimeout(() => {
        if (!button.current?.closest('[aria-hidden="true"]')) button.current?.click()
      }, typingMs + 50)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [button])
}
