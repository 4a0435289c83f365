import { Suspense, useEffect, useRef } from 'react'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { closeComposer, returnFocus, useComposing } from './composer-store.ts'
import { useInterrupted } from './interrupted.ts'

const ComposerPlace = lazyPart(() => import('./ComposerPlace.tsx'), 'ComposerPlace')

/** Where the composer appears; its code comes with the first message. */
export function ComposerHost() {
  const { current } = useComposing()
  useInterrupted()
  // the end of a session: what was written is among the drafts
  useEffect(() => () => closeComposer(), [])
  const wasOpen = useRef(false)
  const isOpen = current !== null
  useEffect(() => {
    if (wasOpen.current && !isOpen) returnFocus()
    wasOpen.current = isOpen
  }, [isOpen])
  return <Suspense>{current && <ComposerPlace current={current} onClose={closeComposer} />}</Suspense>
}
