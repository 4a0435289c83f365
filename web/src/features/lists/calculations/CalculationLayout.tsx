import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

interface Props {
  table: ReactNode
  form: ReactNode
  /** Undefined before the first calculation. */
  result: ReactNode
  error?: Error
}

/** Layout with the calculation beside the table, or below it on narrow screens. */
export function CalculationLayout({ table, form, result, error }: Props) {
  const { t } = useTranslation('calculations')
  const heading = useId()
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      {table}
      <Paper component="section" aria-labelledby={heading} sx={{ p: 4 }}>
        <Typography variant="h2" id={heading} sx={{ mb: 3 }}>
          {t('calculate')}
        </Typography>
        {form}
        <Box aria-live="polite" sx={{ mt: 4 }}>
          {error ? <ErrorState message={error.message} /> : result}
        </Box>
      </Paper>
    </Box>
  )
}
