import type { FlamePickup } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { withColon } from '../../../i18n/written.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { usePickupWords } from './use-pickup-words.ts'

interface Props {
  pickup: FlamePickup
  onMove: () => void
  onClose: () => void
}

/** Shows the details of an entry and its actions. */
export function PickupDialog({ pickup, onMove, onClose }: Props) {
  const { t } = useTranslation('calendars')
  const words = usePickupWords()
  const users = useUsers()
  const go = useGo()
  const may = useMay()
  const step = words.stepOf(pickup)
  const facts = [
    [t('list.at'), formatOptionalTime(pickup.at)],
    [t('list.packed'), words.packedOf(pickup)],
    [t('list.agency'), pickup.forwardingAgency],
    [t('list.board'), [step?.board.title, step?.title].filter(Boolean).join(', ')],
    [t('list.assignee'), users.get(pickup.assigneeRef ?? '')?.username ?? ''],
    [t('list.sap'), pickup.sapOrdernumber],
    [t('list.lacks'), words.lacksOf(pickup).join(', ')],
  ].filter(([, value]) => value !== '')
  return (
    <Dialog
      open
      width={460}
      title={withColon(t(`pickup.kind.${pickup.kind}`), words.nameOf(pickup))}
      onClose={onClose}
      actions={
        <>
          {may('CONTACT_READ') && (
            <Button onClick={() => go('contact', { id: pickup.contactRef })}>{t('pickup.toContact')}</Button>
          )}
          {may('FLAME_MODIFY') && <Button onClick={onMove}>{t('move.action')}</Button>}
          <Button
            variant="contained"
            color="secondary"
            onClick={() => go('flame', { id: pickup.flameRef, taskboardId: pickup.taskboardRef })}
          >
            {t('pickup.open')}
          </Button>
        </>
      }
    >
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 4, rowGap: 1, m: 0 }}>
        {facts.map(([label, value]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0 }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Dialog>
  )
}
