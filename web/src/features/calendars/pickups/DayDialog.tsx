import PrintIcon from '@mui/icons-material/PrintOutlined'
import Alert from '@mui/material/Alert'
import type { PickupDay } from '#contract/calendars/pickups'
import type { FlamePickup } from '#contract/orders/flames'
import { pickupPrintApi } from '#contract/orders/prints'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { longDay } from '../calendar/spans.ts'
import { LoadBar } from './DayMarks.tsx'
import { keyOf } from './pickup-facts.ts'
import { useHolidayWords } from './use-holiday-words.ts'
import { usePickupWords } from './use-pickup-words.ts'

interface Props {
  day: string
  known: PickupDay | undefined
  pickups: readonly FlamePickup[]
  onOpen: (pickup: FlamePickup) => void
  onClose: () => void
}

/** Shows the load, the entries and the yard list of a day. */
export function DayDialog({ day, known, pickups, onOpen, onClose }: Props) {
  const { t, language } = useTranslation('calendars')
  const { titleOf } = usePickupWords()
  const holidayOf = useHolidayWords()
  const notes = [...(known?.locked ? [t('pickup.isLocked')] : []), ...(known?.holidays ?? []).map(holidayOf)]
  return (
    <Dialog
      open
      title={longDay(day, language)}
      onClose={onClose}
      actions={
        <Button
          component="a"
          href={`${pickupPrintApi.day.path}?${new URLSearchParams({ day, isPreview: 'true' })}`}
          target="_blank"
          rel="noopener"
          startIcon={<PrintIcon />}
        >
          {t('pickup.printDay')}
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 3 }}>
        {notes.map((note) => (
          <Alert key={note} severity="info">
            {note}
          </Alert>
        ))}
        {known?.loads.map((load) => (
          <Box key={load.forwardingAgencyRef} sx={{ display: 'grid', gap: 1 }}>
            <Typography variant="h3">{load.forwardingAgency || t('load.all')}</Typography>
            <LoadBar load={load} />
          </Box>
        ))}
        {pickups.length === 0 && <Typography color="textSecondary">{t('pickup.noneOnDay')}</Typography>}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {pickups.map((pickup) => (
            <li key={keyOf(pickup)}>
              <Button color="inherit" onClick={() => onOpen(pickup)} sx={{ textAlign: 'left' }}>
                {titleOf(pickup)}
              </Button>
            </li>
          ))}
        </Box>
      </Box>
    </Dialog>
  )
}
