import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { pickupDayApi } from '#contract/calendars/pickups'
import { today } from '#contract/endpoint'
import { lockedPickupDateApi } from '#contract/lists/master-data'
import { type FlamePickup, flameApi } from '#contract/orders/flames'
import { call } from '../../../api/client.ts'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { DateInput } from '../../../ui/dates/DateInput.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { LoadBar } from './DayMarks.tsx'
import { dayOf } from './pickup-facts.ts'
import { useMovePickup } from './use-move-pickup.ts'
import { useMoveWarnings } from './use-move-warnings.ts'
import { usePickupWords } from './use-pickup-words.ts'

interface Props {
  pickup: FlamePickup
  onClose: () => void
}

/** Moves an entry to another day by keyboard: typed, picked, or the next free one. */
export function MoveDialog({ pickup, onClose }: Props) {
  const { t } = useTranslation('calendars')
  const { t: ui } = useTranslation('ui')
  const { nameOf } = usePickupWords()
  const move = useMovePickup()
  const warningsOf = useMoveWarnings()
  const [day, setDay] = useState<string | null>(dayOf(pickup))
  const [searching, setSearching] = useState(false)
  const locked = new Set(useApi(lockedPickupDateApi.list, {}).data?.map(({ lockedAt }) => lockedAt))
  const isDay = day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day)
  const chosen = isDay ? day : dayOf(pickup)
  const query = { start: chosen, end: chosen }
  const days = useApi(pickupDayApi.list, { query }, { quiet: true })
  const entries = useApi(flameApi.pickups, { query }, { quiet: true })
  const known = days.data?.[0]
  const isRefused = pickup.kind === 'PICKUP' && locked.has(chosen)
  const isElsewhere = isDay && chosen !== dayOf(pickup)
  const warnings = isElsewhere ? warningsOf(pickup, chosen, known, entries.data) : []

  async function findFree() {
    setSearching(true)
    const after = [chosen, today()].sort().at(-1) ?? chosen
    try {
      const found = await call(pickupDayApi.nextFree, { query: { after, flameRef: pickup.flameRef } })
      if (found.day) setDay(found.day)
      else notify(t('move.noneFree'), { severity: 3 })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { severity: 1 })
    } finally {
      setSearching(false)
    }
  }

  async function submit() {
    if (await move(pickup, chosen, known, entries.data)) onClose()
  }

  return (
    <Dialog
      open
      width={440}
      title={t('move.dialog', { kind: t(`pickup.kind.${pickup.kind}`), name: nameOf(pickup) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui('action.cancel')}</Button>
          <Button
            variant="contained"
            color="secondary"
            disabled={!isElsewhere || isRefused || days.isPending || entries.isPending}
            onClick={() => void submit()}
          >
            {t('move.ok')}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 3, pt: 2 }}>
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
          <DateInput
            label={t('move.day')}
            value={day}
            onChange={setDay}
            autoFocus
            isBlocked={(one) => pickup.kind === 'PICKUP' && locked.has(one)}
            blockedMessage={t('pickup.isLocked')}
          />
          {pickup.kind !== 'DELIVERY' && (
            <Button loading={searching} onClick={() => void findFree()} sx={{ flexShrink: 0 }}>
              {t('move.nextFree')}
            </Button>
          )}
        </Box>
        {known?.loads.map((load) => (
          <Box key={load.forwardingAgencyRef} sx={{ display: 'grid', gap: 1 }}>
            {load.forwardingAgency || t('load.all')}
            <LoadBar load={load} />
          </Box>
        ))}
        {warnings.map((warning) => (
          <Alert key={warning} severity="warning">
            {warning}
          </Alert>
        ))}
      </Box>
    </Dialog>
  )
}
