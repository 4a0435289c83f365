import { useQuery } from '@tanstack/react-query'
import type { DocumentExcerpt, LibraryDocument } from '#contract/lists/galleries'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import type { Shelf } from './library.ts'
import { MailView } from './MailView.tsx'

interface Props {
  library: Shelf
  file: LibraryDocument
}

/** Shows the content of a file the browser cannot display, as extracted by the server. */
export function ExcerptView({ library, file }: Props) {
  const { t } = useTranslation('documents')
  const { data, error, refetch } = useQuery({
    queryKey: ['excerpt', library.contentUrl(file), file.uploadedAtUtc],
    queryFn: ({ signal }) => library.excerpt(file, { signal }),
    meta: { quiet: true },
  })
  if (error) return <ErrorState title={t('preview.failed')} message={error.message} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  if (data.kind === 'NONE') return <EmptyState title={t(`preview.${data.reason}`)} />
  return (
    <>
      {data.kind === 'MAIL' ? <MailView mail={data} /> : <OfficeText excerpt={data} />}
      {data.shortened && <Typography variant="caption">{t('preview.shortened')}</Typography>}
    </>
  )
}

function OfficeText({ excerpt: { text } }: { excerpt: Extract<DocumentExcerpt, { kind: 'TEXT' }> }) {
  const { t } = useTranslation('documents')
  if (!text) return <EmptyState title={t('preview.NO_TEXT')} />
  return (
    <>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 2 }}>
        {t('preview.textOnly')}
      </Typography>
      <Box component="pre" sx={{ m: 0, fontSize: 13, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Box>
    </>
  )
}
