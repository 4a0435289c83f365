import { useMemo } from 'react'
import { type AnswerOf, today } from '#contract/endpoint'
import { masterData, weekdays } from '#contract/lists/master-data'
import { call } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { ClockTimeField } from '../../../ui/fields/ClockTimeField.tsx'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { NumberField } from '../../../ui/fields/NumberField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { AppointmentMailSettings } from '../../calendars/appointment-mail/AppointmentMailSettings.tsx'
import { MasterDataPage } from './MasterDataPage.tsx'

const api = masterData.predefinedTimeSlots
type Slot = AnswerOf<typeof api.list>[number]

export function PredefinedTimeSlotsPage() {
  const { t } = useTranslation('masterData')
  const addException = useApiMutation(masterData.timeSlotExceptions.add)
  const columns = useMemo<Column<Slot>[]>(
    () => [
      {
        id: 'weekday',
        label: t('slot.weekday'),
        value: (row) => row.weekday,
        kind: 'select',
        options: weekdays.map((value) => ({ value, label: t(`weekday.${value}`) })),
        width: 140,
      },
      { id: 'startTime', label: t('slot.startTime'), value: (row) => row.startTime, width: 100 },
      { id: 'endTime', label: t('slot.endTime'), value: (row) => row.endTime, width: 100 },
      { id: 'capacity', label: t('slot.capacity'), value: (row) => row.capacity, kind: 'number', width: 110 },
      {
        id: 'leadTimeHours',
        label: t('slot.leadTimeHours'),
        value: (row) => row.leadTimeHours,
        kind: 'number',
        width: 185,
      },
      {
        id: 'bufferMinutes',
        label: t('slot.bufferMinutes'),
        value: (row) => row.bufferMinutes,
        kind: 'number',
        width: 185,
      },
      { id: 'validFrom', label: t('slot.validFrom'), value: (row) => row.validFrom, kind: 'date', width: 130 },
      { id: 'validUntil', label: t('slot.validUntil'), value: (row) => row.validUntil, kind: 'date', width: 130 },
    ],
    [t],
  )
  return (
    <MasterDataPage
      api={api}
      schema={api.add.body}
      initial={{
        weekday: 'MONDAY',
        startTime: '08:00',
        endTime: '09:00',
        capacity: 1,
        validFrom: today(),
        validUntil: null,
        leadTimeHours: 0,
        bufferMinutes: 0,
      }}
      tableId="predefinedTimeSlots"
      title={t('predefinedTimeSlots.title')}
      one={t('predefinedTimeSlots.one')}
      nameOf={(row) => `${t(`weekday.${row.weekday}`)} ${row.startTime}–${row.endTime}`}
      columns={columns}
      csv={api}
      tools={<AppointmentMailSettings />}
      partsOf={async ({ id }) => {
        const exceptions = await call(masterData.timeSlotExceptions.list, {})
        const own = exceptions.filter(({ slotId }) => slotId === id)
        return async ({ id: slotId }) => {
          for (const { day, reason } of own) await addException.mutateAsync({ body: { day, reason, slotId } })
        }
      }}
      fields={
        <Box sx={fieldGrid({ xs: 1, sm: 2 })}>
          <SelectField
            name="weekday"
            label={t('slot.weekday')}
            options={weekdays.map((value) => ({ value, label: t(`weekday.${value}`) }))}
            required
            autoFocus
          />
          <NumberField name="capacity" label={t('slot.capacity')} required />
          <ClockTimeField name="startTime" label={t('slot.startTime')} required />
          <ClockTimeField name="endTime" label={t('slot.endTime')} required />
          <NumberField name="leadTimeHours" label={t('slot.leadTimeHours')} helperText={t('slot.leadTimeHint')} />
          <NumberField name="bufferMinutes" label={t('slot.bufferMinutes')} helperText={t('slot.bufferHint')} />
          <DateField name="validFrom" label={t('slot.validFrom')} required />
          <DateField name="validUntil" label={t('slot.validUntil')} />
        </Box>
      }
      fieldLabels={{
        weekday: t('slot.weekday'),
        startTime: t('slot.startTime'),
        endTime: t('slot.endTime'),
        capacity: t('slot.capacity'),
        leadTimeHours: t('slot.leadTimeHours'),
        bufferMinutes: t('slot.bufferMinutes'),
        validFrom: t('slot.validFrom'),
        validUntil: t('slot.validUntil'),
      }}
    />
  )
}
