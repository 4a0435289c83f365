import { lazy, Suspense, useEffect } from 'react'
import { closeComposer, useComposing } from './composer-store.ts'

const ComposerPlace = lazy(() => import('./ComposerPlace.tsx').then((file) => ({ default: file.ComposerPlace })))

/** Where the composer appears; its code comes with the first message. */
export function ComposerHost() {
  const { current } = useComposing()
  // the end of a session: what was written is among the drafts
  useEffect(() => () => closeComposer(), [])
  return <Suspense>{current && <ComposerPlace current={current} />}</Suspense>
}
