import { type KeyboardEvent, type MouseEvent, useState } from 'react'

const moves = /^(Arrow|Page|Home|End|Tab|Escape|Shift|Control|Alt|Meta|F\d|Caps)/

/** Whether anybody has written something, as what they press and choose tells. */
export function useTouched() {
  const [touched, set] = useState(false)
  const touch = () => set(true)
  return {
    isTouched: () => touched,
    touch,
    listeners: {
      // after the field itself: a field that is redrawn on the way down forgets what is being typed into it
      onInput: touch,
      onPasteCapture: touch,
      onDropCapture: touch,
      /** The editor takes some keys by itself. */
      onKeyDownCapture: ({ target, key, ctrlKey, metaKey }: KeyboardEvent) => {
        if ((target as HTMLElement).isContentEditable && !moves.test(key) && !ctrlKey && !metaKey) touch()
      },
      onClickCapture: ({ target }: MouseEvent) => {
        if ((target as HTMLElement).closest('[role="toolbar"]')) touch()
      },
    },
  }
}
