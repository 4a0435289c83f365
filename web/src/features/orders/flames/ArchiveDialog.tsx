import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import type { FlameCard } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

interface Props {
  card: FlameCard
  onArchive: (options: { toCustomer: boolean; refreshProduct: boolean }) => void
  onClose: () => void
}

/** Archives a flame, with options for its contact. */
export function ArchiveDialog({ card, onArchive, onClose }: Props) {
  const { t } = useTranslation('flames')
  const { t: ui } = useTranslation('ui')
  const may = useMay()
  const [toCustomer, setToCustomer] = useState(false)
  const [refreshProduct, setRefreshProduct] = useState(true)
  return (
    <Dialog
      open
      title={t('archive.title')}
      width={440}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {ui('action.cancel')}
          </Button>
          <Button variant="contained" onClick={() => onArchive({ toCustomer, refreshProduct })}>
            {t('archive.ok')}
          </Button>
        </>
      }
    >
      <Typography sx={{ mb: 2 }}>{t('archive.message', { name: card.contactName || t('unknown') })}</Typography>
      {may('CONTACT_MODIFY') && (
        <FormControlLabel
          sx={{ display: 'flex' }}
          label={t('archive.toCustomer')}
          control={<Checkbox checked={toCustomer} onChange={(event) => setToCustomer(event.target.checked)} />}
        />
      )}
      <FormControlLabel
        sx={{ display: 'flex' }}
        label={t('archive.refresh')}
        control={<Checkbox checked={refreshProduct} onChange={(event) => setRefreshProduct(event.target.checked)} />}
      />
    </Dialog>
  )
}
