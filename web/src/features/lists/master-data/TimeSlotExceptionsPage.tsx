import { useMemo } from 'react'
import { type AnswerOf, today } from '#contract/endpoint'
import { masterData } from '#contract/lists/master-data'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { MasterDataPage } from './MasterDataPage.tsx'

const api = masterData.timeSlotExceptions
type Exception = AnswerOf<typeof api.list>[number]

/** The days on which a time slot, or all of them, are cancelled. */
export function TimeSlotExceptionsPage() {
  const { t } = useTranslation('masterData')
  const slots = useApi(masterData.predefinedTimeSlots.list, {}).data
  const options = useMemo(
    () =>
      (slots ?? []).map(({ id, weekday, startTime, endTime }) => ({
        value: id,
        label: `${t(`weekday.${weekday}`)} ${startTime}–${endTime}`,
      })),
    [slots, t],
  )
  const every = t('timeSlotExceptions.every')
  const columns = useMemo<Column<Exception>[]>(
    () => [
      { id: 'day', label: t('timeSlotExceptions.day'), value: (row) => row.day, kind: 'date', width: 140 },
      {
        id: 'slotId',
        label: t('timeSlotExceptions.slotId'),
        value: (row) => row.slotId ?? 'all',
        kind: 'select',
        options: [{ value: 'all', label: every }, ...options],
        width: 260,
      },
      { id: 'reason', label: t('timeSlotExceptions.reason'), value: (row) => row.reason, width: 260 },
    ],
    [t, options, every],
  )
  return (
    <MasterDataPage
      api={api}
      schema={api.add.body}
      initial={{ day: today(), slotId: null, reason: '' }}
      tableId="timeSlotExceptions"
      title={t('timeSlotExceptions.title')}
      one={t('timeSlotExceptions.one')}
      nameOf={(row) => formatDate(row.day)}
      columns={columns}
      csv={api}
      fields={
        <>
          <DateField name="day" label={t('timeSlotExceptions.day')} required autoFocus />
          <SelectField name="slotId" label={t('timeSlotExceptions.slotId')} options={options} placeholder={every} />
          <TextField name="reason" label={t('timeSlotExceptions.reason')} />
        </>
      }
      fieldLabels={{
        day: t('timeSlotExceptions.day'),
        slotId: t('timeSlotExceptions.slotId'),
        reason: t('timeSlotExceptions.reason'),
      }}
    />
  )
}
