import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { PlainButton } from '../../../ui/buttons/PlainButton.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { type Picture, pictureTypes } from '../../../ui/RichText/picture.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { finder } from '../../../ui/text/find.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { DocumentGrid } from './DocumentGrid.tsx'
import { imageGallery } from './library.ts'
import { Thumbnail } from './Thumbnail.tsx'

interface Props {
  onChoose: (picture: Picture) => void
  onClose: () => void
}

/** Selects a picture of the gallery of a type allowed in messages. */
export function GalleryDialog({ onChoose, onClose }: Props) {
  const { t } = useTranslation('documents')
  const [text, setText] = useState('')
  const list = useApi(imageGallery.api.list, {}, { quiet: true })
  const holds = finder(text)
  const pictures = list.data?.filter(({ mimeType }) => pictureTypes.includes(mimeType))
  const found = pictures?.filter(({ name }) => holds(name))
  const choose = (file: NonNullable<typeof found>[number]) =>
    onChoose({ src: imageGallery.contentUrl(file), alt: file.name })
  return (
    <Dialog open title={t('choosePicture')} width={860} onClose={onClose}>
      <Box sx={{ display: 'flex', flexDirection: 'column', height: '60dvh', pt: 1 }}>
        <TextField
          type="search"
          label={t('search')}
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || text.trim() === '' || !found?.[0]) return
            event.preventDefault()
            choose(found[0])
          }}
          sx={{ mb: 3, maxWidth: 320 }}
        />
        {list.error && <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />}
        {!list.error && !found && <SkeletonLines lines={6} />}
        {found?.length === 0 && <EmptyState title={t(pictures?.length === 0 ? 'empty.images' : 'nothingFound')} />}
        {found && found.length > 0 && (
          <DocumentGrid files={found} view="grid" label={t('count', { count: found.length })}>
            {(file) => (
              <Box key={file.documentRef} role="listitem" sx={{ display: 'grid', minWidth: 0 }}>
                <PlainButton
                  onClick={() => choose(file)}
                  sx={{
                    display: 'flex',
                    flexDirection: 'column',
                    alignItems: 'stretch',
                    minWidth: 0,
                    border: 1,
                    borderColor: 'divider',
                    borderRadius: 1,
                    overflow: 'hidden',
                  }}
                >
                  <Box
                    sx={{ flex: 1, minHeight: 0, p: 1, display: 'grid', placeItems: 'center', bgcolor: 'action.hover' }}
                  >
                    <Thumbnail library={imageGallery} file={file} />
                  </Box>
                  <Typography variant="body2" noWrap sx={{ p: 2, textAlign: 'left' }}>
                    {file.name}
                  </Typography>
                </PlainButton>
              </Box>
            )}
          </DocumentGrid>
        )}
      </Box>
    </Dialog>
  )
}
