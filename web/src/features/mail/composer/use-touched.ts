import { type KeyboardEvent, type MouseEvent, useState } from 'react'

const moves = /^(Arrow|Page|Home|End|Tab|Escape|Shift|Control|Alt|Meta|F\d|Caps)/

/** Tracks whether the user has written anything, based on input events. */
export function useTouched() {
  const [touched, set] = useState(false)
  const touch = () => set(true)
  return {
    isTouched: () => touched,
    touch,
    listeners: {
      // in the bubble phase: a field redrawn in the capture phase would lose the input
      onInput: touch,
      onPasteCapture: touch,
      onDropCapture: touch,
      /** The editor handles some keys without input events. */
      onKeyDownCapture: ({ target, key, ctrlKey, metaKey }: KeyboardEvent) => {
        if ((target as HTMLElement).isContentEditable && !moves.test(key) && !ctrlKey && !metaKey) touch()
      },
      onClickCapture: ({ target }: MouseEvent) => {
        if ((target as HTMLElement).closest('[role="toolbar"]')) touch()
      },
    },
  }
}
