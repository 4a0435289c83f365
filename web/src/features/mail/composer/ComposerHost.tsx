import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { closeComposer, useComposing } from './composer-store.ts'

const ComposerPlace = lazyPart(() => import('./ComposerPlace.tsx'), 'ComposerPlace')

/** Where the composer appears; its code comes with the first message. */
export function ComposerHost() {
  const { current } = useComposing()
  // the end of a session: what was written is among the drafts
  useEffect(() => () => closeComposer(), [])
  return <Suspense>{current && <ComposerPlace current={current} onClose={closeComposer} />}</Suspense>
}
