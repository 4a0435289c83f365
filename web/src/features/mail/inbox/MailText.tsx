import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Email } from '#contract/mail/emails'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useFrameLetters } from '../../../ui/text/framed-page.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { framedMail, frameHeight, loadPictures } from './framed-mail.ts'

/** Shows the text of a message, plain or in a sandboxed frame that loads no external content unless requested. */
export function MailText({ email }: { email: Email }) {
  const { t } = useTranslation('emails')
  const [shown, setShown] = useState(false)
  const { id, html, text, blockedPictures } = email
  const pictures = useQuery({
    queryKey: ['mail pictures', id, shown],
    queryFn: ({ signal }) => loadPictures(id, html, shown, signal),
    enabled: html !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    meta: { quiet: true },
  })
  const letters = useFrameLetters()
  const page = useMemo(() => framedMail(html, pictures.data ?? new Map(), letters), [html, pictures.data, letters])
  if (!html) {
    return (
      <Typography
        component="div"
        tabIndex={-1}
        sx={{ whiteSpace: 'pre-wrap', unicodeBidi: 'plaintext', overflowWrap: 'anywhere', maxWidth: 860, py: 2 }}
      >
        {text || t('message.empty')}
      </Typography>
    )
  }
  return (
    <>
      {blockedPictures > 0 && !shown && (
        <Alert
          severity="info"
          action={
            <Button color="inherit" sx={{ whiteSpace: 'nowrap' }} onClick={() => setShown(true)}>
              {t('message.showPictures')}
            </Button>
          }
        >
          {t('message.pictures', { count: blockedPictures })} {t('message.picturesHint')}
        </Alert>
      )}
      <Box
        sx={{
          // a sandboxed frame cannot report its height; longer content scrolls
          height: frameHeight(text, html),
          minHeight: 120,
          overflow: 'hidden',
          bgcolor: '#fff',
        }}
      >
        <Box
          component="iframe"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          title={t('message.content')}
          srcDoc={page}
          sx={{ display: 'block', width: 1, height: 1, border: 0 }}
        />
      </Box>
    </>
  )
}
