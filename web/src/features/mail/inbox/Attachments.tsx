import DownloadIcon from '@mui/icons-material/Download'
import { Suspense, useMemo, useState } from 'react'
import type { LibraryDocument } from '#contract/lists/galleries'
import type { Email } from '#contract/mail/emails'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { withColon } from '../../../i18n/written.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { PlainButton } from '../../../ui/buttons/PlainButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { formatFileSize } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { download } from '../../lists/galleries/library.ts'
import { Thumbnail } from '../../lists/galleries/Thumbnail.tsx'
import { attachmentFiles, emailShelf } from './email-library.ts'

const PreviewDialog = lazyPart(() => import('../../lists/galleries/PreviewDialog.tsx'), 'PreviewDialog')

/** Shows the attachments with thumbnails and previews. */
export function Attachments({ email }: { email: Email }) {
  const { t } = useTranslation('emails')
  const { t: documents } = useTranslation('documents')
  const [shown, setShown] = useState<LibraryDocument>()
  const shelf = useMemo(() => emailShelf(email.id), [email.id])
  const files = useMemo(() => attachmentFiles(email), [email])
  if (files.length === 0) return null
  return (
    <Box component="section" aria-label={t('message.attachments')}>
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(230px, 1fr))',
          gap: 2,
          listStyle: 'none',
          m: 0,
          p: 0,
        }}
      >
        {files.map((file) => (
          <Box
            key={file.documentRef}
            component="li"
            sx={{ display: 'flex', alignItems: 'center', border: 1, borderColor: 'divider', borderRadius: 1 }}
          >
            <PlainButton
              aria-label={t('message.open', { name: file.name })}
              aria-haspopup="dialog"
              onClick={() => setShown(file)}
              sx={{ flex: 1, minWidth: 0, justifyContent: 'start', gap: 2, p: 1.5, textAlign: 'left' }}
            >
              <Box sx={{ width: 44, height: 44, display: 'grid', placeItems: 'center', flexShrink: 0 }}>
                <Thumbnail library={shelf} file={file} />
              </Box>
              <Box sx={{ minWidth: 0 }}>
                <Typography variant="body2" noWrap title={file.name}>
                  {file.name}
                </Typography>
                <Typography variant="caption" color="textSecondary">
                  {formatFileSize(file.sizeByte)}
                </Typography>
              </Box>
            </PlainButton>
            <IconButton
              aria-label={withColon(documents('action.download'), file.name)}
              onClick={() => download(shelf, file)}
            >
              <DownloadIcon fontSize="small" />
            </IconButton>
          </Box>
        ))}
      </Box>
      <Suspense>
        {shown && (
          <PreviewDialog
            library={shelf}
            files={files}
            file={shown}
            onGo={setShown}
            onClose={() => setShown(undefined)}
          />
        )}
      </Suspense>
    </Box>
  )
}
