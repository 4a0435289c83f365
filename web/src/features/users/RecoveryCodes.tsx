import { productTitle } from '#contract/limits'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { Typography } from '../../ui/text/Typography.tsx'

/** Shows the recovery codes, which are only displayed once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('users')
  const text = codes.join('\n')
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="h3" component="h3">
          {t('factor.recovery')}
        </Typography>
        <CopyButton text={text} label={t('factor.copy')} />
      </Box>
      <Typography variant="body2" sx={{ mb: 2 }}>
        {t('factor.recoveryHint')}
      </Typography>
      <Box
        component="ul"
        aria-label={t('factor.recovery')}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(2, max-content)',
          columnGap: 6,
          rowGap: 1,
          listStyle: 'none',
          p: 0,
          m: 0,
          mb: 3,
        }}
      >
        {codes.map((code) => (
          <Box component="li" key={code} sx={{ fontFamily: 'monospace', fontSize: 14 }}>
            {code}
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button
          variant="outlined"
          color="inherit"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${productTitle} ${t('factor.recovery')}.txt`}
        >
          {t('factor.download')}
        </Button>
        <Button variant="contained" color="secondary" onClick={onKept}>
          {t('factor.done')}
        </Button>
      </Box>
    </>
  )
}
