import { lazy, Suspense, useEffect } from 'react'
import { closeComposer, useComposing } from './composer-store.ts'

const ComposerPanel = lazy(() => import('./ComposerPanel.tsx').then((file) => ({ default: file.ComposerPanel })))

/** Where the composer appears, over whatever screen one goes to; its code comes with the first message. */
export function ComposerHost() {
  const { current } = useComposing()
  // the end of a session: what was written is among the drafts
  useEffect(() => () => closeComposer(), [])
  return <Suspense>{current && <ComposerPanel key={current.key} transfer={current.transfer} />}</Suspense>
}
