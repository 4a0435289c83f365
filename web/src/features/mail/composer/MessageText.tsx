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
  /** In pixels. */
  height: number
  onChange: (html: string) => void
  /** Told how to put the cursor into the text, once it is there. */
  onReady: (focus: FocusText) => void
  /** Told how to go to the next gap behind the cursor; false where there is none. */
  onGaps: (next: (fromStart: boolean) => boolean) => void
}

/** Where the text of a message is written, with the own signature shown where it will stand. The editor is drawn again only when that changes. */
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
