import { Suspense, useEffect, useRef } from 'react'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { closeComposer, returnFocus, useComposing } from './composer-store.ts'
import { useInterrupted } from './interrupted.ts'

const ComposerPlace = lazyPart(() => import('./ComposerPlace.tsx'), 'ComposerPlace')

/** Hosts the composer; its code loads with the first message. */
export function ComposerHost() {
  const { current } = useComposing()
  useInterrupted()
  // closes at the end of the session; the text is kept as a draft
  useEffect(() => () => closeComposer(), [])
  const wasOpen = useRef(false)
  const isOpen = current !== null
  useEffect(() => {
    if (wasOpen.current && !isOpen) returnFocus()
    wasOpen.current = isOpen
  }, [isOpen])
  return <Suspense>{current && <ComposerPlace current={current} onClose={closeComposer} />}</Suspense>
}
