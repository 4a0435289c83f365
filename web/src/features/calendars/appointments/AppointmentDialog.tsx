import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Appointment, appointmentApi, type FreeSlot } from '#contract/calendars/appointments'
import { ApiError } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { formatDateTime, isInstant } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { SubmitButton } from '../../../ui/forms/FormActions.tsx'
import { mayLeave } from '../../../ui/forms/unsaved-changes.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { AppointmentFields } from './AppointmentFields.tsx'
import type { Told } from './AppointmentMailDialog.tsx'
import { AppointmentValues, bodyOf, valuesOf } from './appointment-values.ts'
import { CancelDialog, isCancelLeftOpen } from './CancelDialog.tsx'
import { keptNameOfNew, type TypedAppointment } from './interrupted.ts'
import { UnsentNotice } from './UnsentNotice.tsx'

export interface NewTime {
  readonly startUtc: string
  readonly endUtc: string
  readonly participantRefs: readonly string[]
  readonly contactRef: string
  /** The slot and when it begins; a free time otherwise. */
  readonly slot?: string | undefined
  /** What was typed before a contact was added for it. */
  readonly typed?: TypedAppointment
}

interface Props {
  /** An existing one, as the calendar has it now, or the time of a new one. */
  appointment: Appointment | null
  begin: NewTime | null
  onClose: () => void
  /** It was saved or cancelled, and its contact may be told. */
  onTell: (appointment: Appointment, told: Told) => void
}

const fields = ['startUtc', 'endUtc', 'title', 'place', 'note', 'participantRefs'] as const

/** An appointment is entered, changed, cancelled, or noted as missed. */
export function AppointmentDialog({ appointment, begin, onClose, onTell }: Props) {
  const { t } = useTranslation('appointments')
  const { t: ui } = useTranslation('ui')
  const formId = useId()
  const users = useUsers()
  const may = useMay()
  const go = useGo()
  const quiet = { quiet: ['STALE_VERSION', 'SLOT_FULL'] as const }
  const add = useApiMutation(appointmentApi.add, quiet)
  const update = useApiMutation(appointmentApi.update, quiet)
  const miss = useApiMutation(appointmentApi.miss)
  const [cancelling, setCancelling] = useState(() => appointment !== null && isCancelLeftOpen(appointment))
  const [nextFree, setNextFree] = useState<readonly Pick<FreeSlot, 'slotRef' | 'startUtc' | 'endUtc'>[]>([])
  const show = (value: unknown) => {
    if (Array.isArray(value)) return value.map((id) => users.get(id)?.username ?? t('gone')).join(', ')
    if (typeof value !== 'string') return ''
    return isInstant(value) ? formatDateTime(value) : value
  }
  const editing = useEditing<AppointmentValues, Appointment>(appointment, {
    name: appointment?.title || t('title.edit'),
    fields: fields.map((name) => ({ name, label: t(`field.${name}`), show })),
    valuesOf,
  })

  async function save(values: AppointmentValues) {
    setNextFree([])
    try {
      if (!appointment) return await add.mutateAsync({ body: { ...bodyOf(values), contactRef: values.contactRef } })
      const begun = valuesOf(editing.now() ?? appointment)
      const moves = (['slot', 'startUtc', 'endUtc'] as const).some((name) => values[name] !== begun[name])
      return await editing.save(values, (chosen, version) => {
        // which slot it is goes with the time, for whoever changed one of them
        const isMine = moves && chosen.startUtc === values.startUtc && chosen.endUtc === values.endUtc
        const body = bodyOf(isMine ? { ...chosen, slot: values.slot } : chosen)
        return update.mutateAsync({ params: { id: appointment.id }, body: { ...body, version } })
      })
    } catch (error) {
      if (error instanceof ApiError && error.problem.code === 'SLOT_FULL') setNextFree(error.problem.nextFree ?? [])
      throw error
    }
  }

  async function noteMissed(one: Appointment) {
    const body = { version: one.version }
    if (await miss.mutateAsync({ params: { id: one.id }, body }).catch(() => undefined)) notify(t('missed.done'))
  }

  const mayChange = appointment ? may('ENCOUNTER_MODIFY') : may('ENCOUNTER_CREATE')
  const isOver = appointment?.state === 'CANCELLED'
  const hasBegun = appointment !== null && Date.parse(appointment.startUtc) <= Date.now()
  const close = async () => (await mayLeave()) && onClose()
  const title = t(appointment ? 'title.edit' : 'title.add')
  return (
    <Dialog
      open
      persistent="form"
      title={title}
      width={680}
      onClose={() => void close()}
      actions={
        <>
          {appointment && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mr: 'auto' }}>
              <Button
                onClick={async () => {
                  if (await mayLeave()) go('contact', { id: appointment.contactRef })
                }}
              >
                {t('toContact')}
              </Button>
              {mayChange && appointment.state !== 'MISSED' && (
                <Button onClick={() => onTell(appointment, 'asked')}>{t('mail.action')}</Button>
              )}
              {mayChange && appointment.state === 'BOOKED' && (
                <>
                  {hasBegun && <Button onClick={() => void noteMissed(appointment)}>{t('missed.action')}</Button>}
                  <Button color="error" onClick={() => setCancelling(true)}>
                    {t('cancel.action')}
                  </Button>
                </>
              )}
            </Box>
          )}
          <Button onClick={() => void close()}>{ui('action.close')}</Button>
          {mayChange && !isOver && <SubmitButton form={formId} loading={add.isPending || update.isPending} />}
        </>
      }
    >
      {appointment && may('ENCOUNTER_MODIFY') && <UnsentNotice id={appointment.id} />}
      {appointment && appointment.state !== 'BOOKED' && (
        <Alert severity="info">
          {[t(`state.${appointment.state}`), appointment.reason].filter(Boolean).join(': ')}
        </Alert>
      )}
      <Form
        id={formId}
        label={title}
        schema={AppointmentValues}
        defaultValues={
          appointment
            ? valuesOf(appointment)
            : { ...blank, ...timeOf(begin), participantRefs: [...(begin?.participantRefs ?? [])] }
        }
        editing={editing}
        {...(begin ? { keptAs: { name: keptNameOfNew(begin.contactRef) } } : {})}
        onSubmit={save}
        onSaved={(saved) => {
          const [day, time] = formatDateTime(saved.startUtc).split(' ')
          notify(t('saved', { day, time }))
          onClose()
          if (!appointment) onTell(saved, 'new')
          else if (isOtherwise(appointment, saved)) onTell(saved, 'changed')
        }}
      >
        <Box component="fieldset" disabled={!mayChange || isOver} sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
          <AppointmentFields appointment={appointment} nextFree={nextFree} typed={begin?.typed} />
        </Box>
      </Form>
      {cancelling && appointment && (
        <CancelDialog
          appointment={appointment}
          onDone={(cancelled) => {
            onClose()
            onTell(cancelled, 'changed')
          }}
          onClose={() => setCancelling(false)}
        />
      )}
    </Dialog>
  )
}

/** When or where it takes place is no longer what its contact may have been told. */
const isOtherwise = (before: Appointment, now: Appointment) =>
  (['startUtc', 'endUtc', 'place', 'title'] as const).some((name) => before[name] !== now[name])

const timeOf = (begin: NewTime | null) =>
  begin && {
    startUtc: begin.startUtc,
    endUtc: begin.endUtc,
    slot: begin.slot ?? null,
    contactRef: begin.contactRef,
  }

const blank = { contactRef: '', slot: null, startUtc: '', endUtc: '', title: '', place: '', note: '' }
