import SearchIcon from '@mui/icons-material/Search'
import Alert from '@mui/material/Alert'
import { useEffect, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { type Appointment, appointmentApi, type FreeSlot } from '#contract/calendars/appointments'
import { contactApi } from '#contract/contacts/contacts'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { toWallTime } from '../../../ui/dates/zone.ts'
import { ChoicesField } from '../../../ui/fields/ChoicesField.tsx'
import { DateTimeField } from '../../../ui/fields/DateField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { ContactPickerDialog } from '../../contacts/picker/ContactPickerDialog.tsx'
import { choosable, useUsers } from '../../users/people/use-users.ts'
import { useWhoSees } from '../../users/people/use-who-sees.ts'
import { slotKey, timeOf } from './appointment-facts.ts'
import { type AppointmentValues, ofSlot } from './appointment-values.ts'
import { interrupt, isLeftOpen, type TypedAppointment } from './interrupted.ts'
import { useAppointmentWarnings } from './use-appointment-warnings.ts'
import { useEndAlong } from './use-end-along.ts'

const wide = { gridColumn: '1 / -1', display: 'grid' } as const
const morning = 9

interface Props {
  appointment: Appointment | null
  /** The next free times if the chosen slot is full. */
  nextFree: readonly Pick<FreeSlot, 'slotRef' | 'startUtc' | 'endUtc'>[]
  /** Input that was interrupted to add a contact. */
  typed: TypedAppointment | undefined
  readOnly: boolean
}

export function AppointmentFields({ appointment, nextFree, typed, readOnly }: Props) {
  const { t } = useTranslation('appointments')
  const users = useUsers()
  const { setValue } = useFormMethods<AppointmentValues>()
  const [slot, participantRefs] = useWatch<AppointmentValues, ['slot', 'participantRefs']>({
    name: ['slot', 'participantRefs'],
  })
  const warnings = useAppointmentWarnings(appointment?.id)
  useEndAlong()
  useEffect(() => {
    for (const [name, value] of Object.entries(typed ?? {}))
      setValue(name as 'title', value as string, { shouldDirty: true })
  }, [typed, setValue])
  const sees = useWhoSees({ work: 'ENCOUNTER' })
  const people = choosable(users.values(), (id) => participantRefs.includes(id))
    .map(({ id }) => id)
    .filter((id) => sees(id) || participantRefs.includes(id))
  function take(one: Pick<FreeSlot, 'slotRef' | 'startUtc' | 'endUtc'>) {
    for (const [name, value] of Object.entries(ofSlot(one))) {
      setValue(name as 'slot', value, { shouldDirty: true, shouldValidate: true })
    }
  }
  return (
    <Box sx={{ pt: 2, ...fieldGrid({ xs: 1, sm: 2 }) }}>
      <ContactField isNew={!appointment} asks={!appointment && !typed && !isLeftOpen('')} />
      {nextFree.length > 0 && (
        <Alert severity="warning" sx={{ gridColumn: '1 / -1' }}>
          {t('full')}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {nextFree.map((one) => (
              <Button key={slotKey(one)} onClick={() => take(one)}>
                {formatSlot(one)}
              </Button>
            ))}
          </Box>
        </Alert>
      )}
      <SlotField onTake={take} readOnly={readOnly} />
      <DateTimeField
        name="startUtc"
        label={t('field.startUtc')}
        defaultHour={morning}
        readOnly={readOnly || slot !== null}
        required
      />
      <DateTimeField
        name="endUtc"
        label={t('field.endUtc')}
        defaultHour={morning + 1}
        readOnly={readOnly || slot !== null}
        required
      />
      {warnings.length > 0 && (
        <Alert severity="warning" sx={{ gridColumn: '1 / -1' }}>
          {warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Alert>
      )}
      <TextField name="title" label={t('field.title')} readOnly={readOnly} />
      <TextField name="place" label={t('field.place')} readOnly={readOnly} />
      <Box sx={wide}>
        <ChoicesField
          name="participantRefs"
          label={t('field.participantRefs')}
          ids={people}
          nameOf={(id) => users.get(id)?.username ?? t('gone')}
          readOnly={readOnly}
        />
      </Box>
      <Box sx={wide}>
        <TextField name="note" label={t('field.note')} rows={3} readOnly={readOnly} />
      </Box>
    </Box>
  )
}

const formatSlot = ({ startUtc, endUtc }: Pick<FreeSlot, 'startUtc' | 'endUtc'>) => {
  const [day = '', time] = toWallTime(startUtc).split('T')
  return `${day.split('-').reverse().join('.')} ${time}–${timeOf(endUtc)}`
}

/** The contact of the appointment, which can only be chosen once. */
function ContactField({ isNew, asks }: { isNew: boolean; asks: boolean }) {
  const { t } = useTranslation('appointments')
  const may = useMay()
  const go = useGo()
  const { setValue, getValues, reset } = useFormMethods<AppointmentValues>()
  const { errors } = useFormState<AppointmentValues>({ name: 'contactRef' })
  const contactRef = useWatch<AppointmentValues, 'contactRef'>({ name: 'contactRef' })
  const [searching, setSearching] = useState(asks && contactRef === '')
  const { data } = useApi(contactApi.get, { params: { id: contactRef } }, { enabled: contactRef !== '', quiet: true })
  const error = errors.contactRef?.message
  return (
    <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{data?.fullName}</Typography>
      {isNew && (
        <Button startIcon={<SearchIcon />} onClick={() => setSearching(true)}>
          {t(contactRef ? 'otherContact' : 'chooseContact')}
        </Button>
      )}
      {error && (
        <Typography role="alert" variant="body2" color="error">
          {t('contactRequired')}
        </Typography>
      )}
      <ContactPickerDialog
        open={searching}
        onSelect={({ id }) => {
          setValue('contactRef', id, { shouldDirty: true, shouldValidate: true })
          setSearching(false)
        }}
        onCancel={() => setSearching(false)}
        {...(may('CONTACT_CREATE')
          ? {
              onNew: (typed) => {
                setSearching(false)
                const { contactRef: _, ...begun } = getValues()
                interrupt(begun)
                // the input is stored, so leaving need not ask; navigate once the form has registered the reset
                reset(getValues())
                const at = Number.isNaN(Date.parse(begun.startUtc)) ? new Date().toISOString() : begun.startUtc
                setTimeout(() => go('newContact', { ...typed, appointment: toWallTime(at).slice(0, 10) }))
              },
            }
          : {})}
      />
    </Box>
  )
}

/** Chooses a slot of the day; none means a free time. */
function SlotField({ onTake, readOnly }: { onTake: (slot: FreeSlot) => void; readOnly: boolean }) {
  const { t } = useTranslation('appointments')
  const { getValues } = useFormMethods<AppointmentValues>()
  const [slot, startUtc] = useWatch<AppointmentValues, ['slot', 'startUtc']>({ name: ['slot', 'startUtc'] })
  const day = toWallTime(Number.isNaN(Date.parse(startUtc)) ? new Date().toISOString() : startUtc).slice(0, 10)
  const { data } = useApi(appointmentApi.slots, { query: { from: day, to: day } }, { quiet: true, keepPrevious: true })
  const offered = (data ?? []).filter((one) => one.free > 0 || slotKey(one) === slot)
  const chosen = offered.find((one) => slotKey(one) === slot)
  useEffect(() => {
    if (chosen && getValues('startUtc') !== chosen.startUtc) onTake(chosen)
  }, [chosen, getValues, onTake])
  return (
    <Box sx={wide}>
      <SelectField
        name="slot"
        label={t('field.slot')}
        placeholder={t('freeTime')}
        gone={t('field.slot')}
        readOnly={readOnly}
        options={offered.map((one) => ({
          value: slotKey(one),
          label: `${timeOf(one.startUtc)}–${timeOf(one.endUtc)}`,
          note: t('places', { free: one.free, capacity: one.capacity }),
        }))}
      />
    </Box>
  )
}
