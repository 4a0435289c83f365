import { type RefObject, useRef } from 'react'
import { usePlaceholderLabel } from '../../../ui/RichText/use-placeholder-label.ts'
import { gapIn } from './subject-gaps.ts'

/** Moves between gaps: those of the subject, then those of the text, then from the start. */
export function useGaps(subject: string, field: RefObject<HTMLInputElement | null>, showText: () => void) {
  const labelOf = usePlaceholderLabel()
  const inText = useRef<(fromStart: boolean) => boolean>(undefined)

  function inSubject(from: number): boolean {
    const gap = gapIn(subject, labelOf, from)
    if (!gap || !field.current) return false
    field.current.focus()
    field.current.setSelectionRange(...gap)
    return true
  }

  return {
    /** Selects the first gap; returns false if there is none. */
    toFirst: () => inSubject(0) || inText.current?.(true) === true,
    onEditor: (next: (fromStart: boolean) => boolean) => {
      inText.current = next
    },
    toNext: () => {
      const atSubject = document.activeElement === field.current
      if (atSubject && inSubject(field.current?.selectionEnd ?? 0)) return
      showText()
      if (!inText.current?.(atSubject) && !inSubject(0)) inText.current?.(true)
    },
  }
}
