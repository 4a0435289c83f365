import { Suspense, useMemo } from 'react'
import { emailSignatureApi } from '#contract/lists/templates'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { FocusText } from '../../../ui/RichText/Editor.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { useSteady } from '../../../ui/rendering/use-steady.ts'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { GalleryDialog } from '../../lists/galleries/gallery-dialog.ts'

const Editor = lazyPart(() => import('../../../ui/RichText/Editor.tsx'), 'Editor')

interface Props {
  html: string
  /** Height in pixels. */
  height: number
  onChange: (html: string) => void
  /** Called with a function that sets the cursor in the text. */
  onReady: (focus: FocusText) => void
  /** Called with a function that selects the next gap after the cursor and returns false if there is none. */
  onGaps: (next: (fromStart: boolean) => boolean) => void
}

/** The editor of the message text with a preview of the signature. Stable callbacks avoid redraws. */
export function MessageText({ html, height, ...on }: Props) {
  const { t } = useTranslation('composer')
  const signature = useApi(emailSignatureApi.own, {}, { quiet: true }).data?.content
  const onChange = useSteady(on.onChange)
  const onReady = useSteady(on.onReady)
  const onGaps = useSteady(on.onGaps)
  const filling = useMemo(() => ({ signature, onGaps }), [signature, onGaps])
  return (
    <Suspense fallback={<SkeletonLines lines={10} />}>
      <Editor
        label={t('field.content')}
        value={html}
        onChange={onChange}
        gallery={GalleryDialog}
        height={height}
        onReady={onReady}
        filling={filling}
      />
    </Suspense>
  )
}
