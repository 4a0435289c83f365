import AttachFileIcon from '@mui/icons-material/AttachFile'
import Chip from '@mui/material/Chip'
import type { DocumentExcerpt } from '#contract/lists/galleries'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { formatFileSize } from '../../../ui/text/format.ts'
import { framedPage, useFrameLetters } from '../../../ui/text/framed-page.ts'
import { Typography } from '../../../ui/text/Typography.tsx'

type Mail = Extract<DocumentExcerpt, { kind: 'MAIL' }>

/** Shows a stored e-mail: header fields, content in a sandboxed frame that loads nothing, and names of attachments. */
export function MailView({ mail }: { mail: Mail }) {
  const { t } = useTranslation('documents')
  const letters = useFrameLetters()
  const fields = [
    ['from', mail.from],
    ['to', mail.to.join(', ')],
    ['cc', mail.cc.join(', ')],
    ['sent', mail.sentAtUtc ? formatDateTime(mail.sentAtUtc) : ''],
    ['subject', mail.subject],
  ] as const
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 1, gap: 2 }}>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 3, rowGap: 0.5, m: 0, fontSize: 13 }}
      >
        {fields
          .filter(([, value]) => value)
          .map(([field, value]) => (
            <Box key={field} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {t(`mail.${field}`)}
              </Box>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {value}
              </Box>
            </Box>
          ))}
      </Box>
      {mail.attachments.length > 0 && (
        <Box
          component="ul"
          aria-label={t('mail.attachments')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, p: 0 }}
        >
          {mail.attachments.map(({ name, sizeByte }, index) => (
            <Chip
              // biome-ignore lint/suspicious/noArrayIndexKey: a mail may hold two files of one name, and never changes
              key={index}
              component="li"
              size="small"
              variant="outlined"
              icon={<AttachFileIcon />}
              label={`${name} · ${formatFileSize(sizeByte)}`}
            />
          ))}
        </Box>
      )}
      {mail.html ? (
        <Box
          component="iframe"
          sandbox=""
          title={t('mail.content')}
          srcDoc={framedPage(mail.html, letters)}
          sx={{ flex: 1, minHeight: 320, width: 1, border: 0, bgcolor: '#fff' }}
        />
      ) : (
        <Typography component="pre" variant="body2" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {mail.text}
        </Typography>
      )}
    </Box>
  )
}
