import FlameIcon from '@mui/icons-material/LocalFireDepartment'
import Chip from '@mui/material/Chip'
import { flameApi } from '#contract/orders/flames'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'

/** The flame of the message. If removed, the next template that needs one asks again. */
export function FlameChip({ flameRef, onRemove }: { flameRef: string | null; onRemove: () => void }) {
  const { t } = useTranslation('composer')
  const { t: contacts } = useTranslation('contacts')
  const known = useMay()('FLAME_READ') && flameRef !== null
  const flame = useApi(flameApi.get, { params: { id: flameRef ?? '' } }, { enabled: known, quiet: true })
  if (!flameRef) return null
  const name = flame.data?.dossier.certificateName ?? '…'
  return (
    <Chip
      size="small"
      icon={<FlameIcon />}
      label={flame.error ? t('flame.gone') : t('flame.of', { name: known ? name : contacts('notVisible') })}
      onDelete={onRemove}
      sx={{ justifySelf: 'start', alignSelf: 'start', maxWidth: 1 }}
    />
  )
}
