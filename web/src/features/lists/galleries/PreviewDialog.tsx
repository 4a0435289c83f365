import DownloadIcon from '@mui/icons-material/Download'
import NavigateBeforeIcon from '@mui/icons-material/NavigateBefore'
import NavigateNextIcon from '@mui/icons-material/NavigateNext'
import { Suspense, useCallback, useEffect, useState } from 'react'
import type { LibraryDocument } from '#contract/lists/galleries'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { useScreenKeys } from '../../../ui/shortcuts/shortcuts.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { ExcerptView } from './ExcerptView.tsx'
import { download, type Shelf } from './library.ts'
import { readText } from './read-text.ts'

const PdfPages = lazyPart(() => import('./PdfPages.tsx'), 'default')

interface Props {
  library: Shelf
  /** Files in the order of the arrow keys. */
  files: readonly LibraryDocument[]
  file: LibraryDocument
  onGo: (file: LibraryDocument) => void
  onClose: () => void
}

/** Previews a file; the arrow keys open the previous and next one. */
export function PreviewDialog({ library, files, file, onGo, onClose }: Props) {
  const { t } = useTranslation('documents')
  const at = files.findIndex(({ documentRef }) => documentRef === file.documentRef)
  const before = files[at - 1]
  const after = files[at + 1]
  const go = ({ target }: KeyboardEvent, to: LibraryDocument | undefined) =>
    to && !(target instanceof HTMLMediaElement) ? onGo(to) : false
  useScreenKeys(t('preview.title'), [
    { keys: ['←'], label: t('preview.previous'), run: (event) => go(event, before) },
    { keys: ['→'], label: t('preview.next'), run: (event) => go(event, after) },
  ])
  return (
    <Dialog
      open
      title={file.name}
      width={1000}
      onClose={onClose}
      actions={
        <>
          <Button startIcon={<DownloadIcon />} onClick={() => download(library, file)}>
            {t('action.download')}
          </Button>
          <Box sx={{ flex: 1 }} />
          <IconButton aria-label={t('preview.previous')} disabled={!before} onClick={() => before && onGo(before)}>
            <NavigateBeforeIcon />
          </IconButton>
          <IconButton aria-label={t('preview.next')} disabled={!after} onClick={() => after && onGo(after)}>
            <NavigateNextIcon />
          </IconButton>
        </>
      }
    >
      <Box sx={{ height: '65dvh', overflow: 'auto' }} tabIndex={0} role="region" aria-label={file.name}>
        <Content key={file.documentRef} library={library} file={file} />
      </Box>
    </Dialog>
  )
}

function Content({ library, file }: Pick<Props, 'library' | 'file'>) {
  const { t } = useTranslation('documents')
  const [failed, setFailed] = useState(false)
  const fail = useCallback(() => setFailed(true), [])
  const { mimeType } = file
  const url = library.contentUrl(file, true)
  if (failed) return <ErrorState title={t('preview.failed')} onRetry={() => setFailed(false)} />
  if (mimeType === 'application/pdf') {
    return (
      <Suspense fallback={<SkeletonLines lines={8} />}>
        <PdfPages source={url} onFailed={fail} />
      </Suspense>
    )
  }
  if (mimeType.startsWith('image/')) {
    return (
      <Box
        component="img"
        src={url}
        alt={file.name}
        onError={fail}
        sx={{ display: 'block', width: 1, height: 1, objectFit: 'contain' }}
      />
    )
  }
  // biome-ignore lint/a11y/useMediaCaption: a recording has no captions
  if (mimeType.startsWith('audio/')) return <audio controls src={url} onError={fail} style={{ width: '100%' }} />
  if (mimeType.startsWith('text/')) return <Text url={url} onFailed={fail} />
  return <ExcerptView library={library} file={file} />
}

function Text({ url, onFailed }: { url: string; onFailed: () => void }) {
  const { t } = useTranslation('documents')
  const [read, setRead] = useState<Awaited<ReturnType<typeof readText>>>()
  useEffect(() => {
    const stop = new AbortController()
    readText(url, stop.signal)
      .then(setRead)
      .catch(() => {
        if (!stop.signal.aborted) onFailed()
      })
    return () => stop.abort()
  }, [url, onFailed])
  if (!read) return <SkeletonLines lines={8} />
  return (
    <>
      <Box component="pre" sx={{ m: 0, fontSize: 13, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {read.text}
      </Box>
      {read.shortened && <Typography variant="caption">{t('preview.shortened')}</Typography>}
    </>
  )
}
