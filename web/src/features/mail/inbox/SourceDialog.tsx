import DownloadIcon from '@mui/icons-material/Download'
import { useQuery } from '@tanstack/react-query'
import { pathOf } from '#contract/endpoint'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { readText } from '../../lists/galleries/read-text.ts'

/** Shows the source of a message. */
export function SourceDialog({ email, subject, onClose }: { email: Email; subject: string; onClose: () => void }) {
  const { t } = useTranslation('emails')
  const url = pathOf(emailApi.source, { id: email.id })
  const { data, error, refetch } = useQuery({
    queryKey: ['mail source', email.id],
    queryFn: ({ signal }) => readText(`${url}?isPreview=true`, signal),
    meta: { quiet: true },
  })
  return (
    <Dialog
      open
      title={t('message.source', { subject })}
      width={1000}
      onClose={onClose}
      actions={
        <Button component="a" href={url} download startIcon={<DownloadIcon />}>
          {t('action.saveSource')}
        </Button>
      }
    >
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && data === undefined && <SkeletonLines lines={10} />}
      {data !== undefined && (
        <Box
          component="pre"
          tabIndex={0}
          aria-label={t('message.source', { subject })}
          sx={{
            m: 0,
            height: '60dvh',
            overflow: 'auto',
            fontSize: 12,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {data.text}
        </Box>
      )}
      {data?.shortened && <Typography variant="caption">{t('message.sourceShortened')}</Typography>}
    </Dialog>
  )
}
