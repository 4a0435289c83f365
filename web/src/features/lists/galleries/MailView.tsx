import AttachFileIcon from '@mui/icons-material/AttachFile'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { DocumentExcerpt } from '#contract/lists/galleries'
import { pageNonce } from '../../../theme/page-nonce.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { formatFileSize } from '../../../ui/format.ts'

type Mail = Extract<DocumentExcerpt, { kind: 'MAIL' }>

/** A mail as it was written: its fields, its content in a frame that runs and loads nothing, its attachments by name. */
export function MailView({ mail }: { mail: Mail }) {
  const { t } = useTranslation('documents')
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
          srcDoc={framed(mail.html)}
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

/** A page of its own under the policy of ours: not even a picture of another site is asked for. */
const framed = (html: string) =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'nonce-${pageNonce()}'"><style nonce="${pageNonce()}">body{font:14px/1.5 sans-serif;color:#222;overflow-wrap:anywhere}img{max-width:100%}</style>${html}`
