import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Box } from '../layout/Box.tsx'
import { useDelayed } from './use-delayed.ts'

/** Placeholder for text that is loading, shown after a short delay. */
export function SkeletonLines({ lines = 3, height = 20 }: { lines?: number; height?: number }) {
  const { t } = useTranslation('ui')
  const late = useDelayed(true)
  if (!late) return null
  return (
    <Box role="status" aria-label={t('state.loading')} sx={{ p: 2 }}>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <Skeleton key={line} variant="text" height={height} width={`${92 - ((line * 17) % 40)}%`} />
      ))}
    </Box>
  )
}
