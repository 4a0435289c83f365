import Alert from '@mui/material/Alert'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'

/** Shows the signing secret, which is only displayed once. */
export function Secret({ text }: { text: string }) {
  const { t } = useTranslation('webhooks')
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="warning" variant="outlined">
        {t('once')}
      </Alert>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box
          component="code"
          aria-label={t('secret')}
          role="group"
          sx={{ flex: 1, overflowWrap: 'anywhere', userSelect: 'all', p: 2, border: '1px solid var(--line)' }}
        >
          {text}
        </Box>
        <CopyButton text={text} label={t('copySecret')} />
      </Box>
    </Box>
  )
}
