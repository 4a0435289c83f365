import Alert from '@mui/material/Alert'
import type { Flame } from '#contract/orders/flames'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { useMay } from '../../../../session/session.ts'
import { useLostFocus } from '../../../../ui/accessibility/use-lost-focus.ts'
import { Button } from '../../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../../ui/dates/zone.ts'
import { usePutAway } from './use-put-away.ts'

/** Tells that a flame is in the bin or archive, with a button to restore it. */
export function PutAwayBanner({ flame }: { flame: Flame }) {
  const { t } = useTranslation('dossiers')
  const may = useMay()
  const { takeBack, reopen } = usePutAway(flame)
  const { deletedUtc, archivedUtc } = flame
  const banner = useLostFocus<HTMLDivElement>(deletedUtc ?? archivedUtc)
  if (!deletedUtc && !archivedUtc) return null
  const [sentence, way, allowed, back] = deletedUtc
    ? [t('remove.banner', { at: formatDateTime(deletedUtc) }), t('remove.restore'), may('FLAME_DELETE'), takeBack]
    : [
        t('archived.banner', { at: formatDateTime(archivedUtc ?? '') }),
        t('archived.restore'),
        may('FLAME_MODIFY'),
        reopen,
      ]
  return (
    <Alert
      ref={banner}
      tabIndex={-1}
      severity="warning"
      variant="outlined"
      sx={{ mt: 2 }}
      action={
        allowed && (
          <Button color="inherit" onClick={back}>
            {way}
          </Button>
        )
      }
    >
      {sentence}
    </Alert>
  )
}
