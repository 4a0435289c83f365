import { useMemo, useState } from 'react'
import type { FlamePickup } from '#contract/orders/flames'
import { pathTo } from '#contract/routes'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { tableLook } from '../../../ui/layout/look.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { dayOf, keyOf, pickupKinds } from './pickup-facts.ts'
import { usePickupWords } from './use-pickup-words.ts'

interface Props {
  pickups: readonly FlamePickup[] | undefined
  /** Earlier entries are hidden until the user asks for them. */
  since: string
  onMove: (pickup: FlamePickup) => void
}

export function PickupList({ pickups, since, onMove }: Props) {
  const { t } = useTranslation('calendars')
  const words = usePickupWords()
  const users = useUsers()
  const may = useMay()
  const go = useGo()
  const { nameOf, lacksOf, stepOf } = words
  const columns: Column<FlamePickup>[] = useMemo(
    () => [
      {
        id: 'at',
        label: t('list.at'),
        kind: 'datetime',
        value: (row) => row.at,
        render: (row) => formatOptionalTime(row.at),
        width: 145,
      },
      {
        id: 'kind',
        label: t('list.kind'),
        kind: 'select',
        options: pickupKinds.map((value) => ({ value, label: t(`pickup.kind.${value}`) })),
        value: (row) => row.kind,
        width: 130,
      },
      { id: 'contact', label: t('list.contact'), value: nameOf, width: 200 },
      { id: 'crates', label: t('list.crates'), kind: 'number', value: (row) => row.crates, width: 100 },
      {
        id: 'weight',
        label: t('list.weight'),
        kind: 'number',
        decimals: 1,
        value: (row) => row.weightInKg,
        width: 130,
      },
      { id: 'agency', label: t('list.agency'), value: (row) => row.forwardingAgency, width: 180 },
      { id: 'step', label: t('list.step'), value: (row) => stepOf(row)?.title, width: 130 },
      { id: 'lacks', label: t('list.lacks'), value: (row) => lacksOf(row).join(', '), width: 200 },
      { id: 'board', label: t('list.taskboard'), value: (row) => stepOf(row)?.board.title, width: 130 },
      {
        id: 'assignee',
        label: t('list.assignee'),
        value: (row) => users.get(row.assigneeRef ?? '')?.username,
        width: 120,
      },
      { id: 'sap', label: t('list.sap'), value: (row) => row.sapOrdernumber, width: 150, hidden: true },
      { id: 'delivered', label: t('pickup.delivered'), kind: 'boolean', value: (row) => row.delivered, hidden: true },
    ],
    [t, users, nameOf, lacksOf, stepOf],
  )
  const flameOf = (row: FlamePickup) => ({ id: row.flameRef, taskboardId: row.taskboardRef })
  const open = (row: FlamePickup) => go('flame', flameOf(row))
  const [withPast, setWithPast] = useState(false)
  const coming = useMemo(() => pickups?.filter((row) => dayOf(row) >= since), [pickups, since])
  const past = (pickups?.length ?? 0) - (coming?.length ?? 0)
  return (
    <Box sx={tableLook}>
      {past > 0 && !withPast && (
        <Button onClick={() => setWithPast(true)} sx={{ alignSelf: 'start' }}>
          {t('list.past', { count: past })}
        </Button>
      )}
      <DataTable
        tableId="pickups"
        label={t('pickup.title')}
        columns={columns}
        rows={withPast ? pickups : coming}
        rowId={keyOf}
        rowName={words.nameOf}
        cardLines={(row) =>
          [
            formatOptionalTime(row.at),
            t(`pickup.kind.${row.kind}`),
            [words.packedOf(row), row.forwardingAgency].filter(Boolean).join(' · '),
            [stepOf(row)?.title, words.missingOf(row)].filter(Boolean).join(' · '),
          ].filter(Boolean)
        }
        onOpen={open}
        hrefOf={(row) => pathTo('flame', flameOf(row))}
        rowActions={(row) => [
          { label: t('pickup.open'), onClick: () => open(row) },
          ...(may('FLAME_MODIFY') ? [{ label: t('move.action'), onClick: () => onMove(row) }] : []),
        ]}
        csvName={t('pickup.title')}
        empty={{ title: t('pickup.none') }}
      />
    </Box>
  )
}
