import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import type { FlameCard } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { useFlameBoards } from '../../orders/flames/use-flame-boards.ts'

interface Props {
  flames: readonly FlameCard[]
  /** Null for no flame: placeholders of the dossier stay unfilled. */
  onChoose: (flameRef: string | null) => void
  onCancel: () => void
}

/** Asks which open flame of a contact the message is about. */
export function FlameChooser({ flames, onChoose, onCancel }: Props) {
  const { t } = useTranslation('composer')
  const { t: ui } = useTranslation('ui')
  const { steps } = useFlameBoards()
  const about = ({ step, pickupDate, selfPickupAt, deliveryDate }: FlameCard) => {
    const at = steps.get(step)
    return [
      at && `${at.board.title}, ${at.title}`,
      pickupDate && t('flame.pickup', { at: formatOptionalTime(pickupDate) }),
      selfPickupAt && t('flame.selfPickup', { at: formatOptionalTime(selfPickupAt) }),
      deliveryDate && t('flame.delivery', { at: formatOptionalTime(deliveryDate) }),
    ]
  }
  return (
    <Dialog
      open
      title={t('flame.title')}
      width={560}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{ui('action.cancel')}</Button>
          <Button variant="outlined" onClick={() => onChoose(null)}>
            {t('flame.none')}
          </Button>
        </>
      }
    >
      <List aria-label={t('flame.title')}>
        {flames.map((flame) => (
          <li key={flame.id}>
            <ListItemButton onClick={() => onChoose(flame.id)}>
              <ListItemText
                primary={flame.certificateName || flame.contactName}
                secondary={about(flame).filter(Boolean).join(' · ')}
              />
            </ListItemButton>
          </li>
        ))}
      </List>
    </Dialog>
  )
}
