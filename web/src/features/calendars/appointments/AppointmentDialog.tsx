import Alert from '@mui/material/Alert'
import { useId, useState } from 'react'
import { type Appointment, appointmentApi } from '#contract/calendars/appointments'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { SubmitButton } from '../../../ui/forms/FormActions.tsx'
import { GuardsWithin, mayLeave, useAskedClose } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { AppointmentFields } from './AppointmentFields.tsx'
import type { Told } from './AppointmentMailDialog.tsx'
import { AppointmentValues, valuesOf } from './appointment-values.ts'
import { CancelDialog, isCancelLeftOpen } from './CancelDialog.tsx'
import { keptNameOfNew, type TypedAppointment } from './interrupted.ts'
import { UnsentNotice } from './UnsentNotice.tsx'
import { useSaveAppointment } from './use-save-appointment.ts'

export interface NewTime {
  readonly startUtc: string
  readonly endUtc: string
  readonly participantRefs: readonly string[]
  readonly contactRef: string
  /** Slot and its start as a key; omitted for a free time. */
  readonly slot?: string | undefined
  /** Input that was interrupted to add a contact. */
  readonly typed?: TypedAppointment
}

interface Props {
  /** An existing appointment, in its latest version, or the time of a new one. */
  appointment: Appointment | null
  begin: NewTime | null
  onClose: () => void
  /** Called after a save or cancellation about which the contact may be notified. */
  onTell: (appointment: Appointment, told: Told) => void
}

/** Creates, edits or cancels an appointment, or marks it as missed. */
export function AppointmentDialog({ appointment, begin, onClose, onTell }: Props) {
  const { t } = useTranslation('appointments')
  const { t: ui } = useTranslation('ui')
  const formId = useId()
  const may = useMay()
  const { editing, save, saving, nextFree } = useSaveAppointment(appointment)
  const [cancelling, setCancelling] = useState(() => appointment !== null && isCancelLeftOpen(appointment))
  const mayChange = appointment ? may('ENCOUNTER_MODIFY') : may('ENCOUNTER_CREATE')
  const isOver = appointment?.state === 'CANCELLED'
  const { guards, close } = useAskedClose(onClose)
  const title = t(appointment ? 'title.edit' : 'title.add')
  return (
    <Dialog
      open
      persistent="form"
      title={title}
      width={680}
      onClose={close}
      actions={
        <>
          {appointment && (
            <ActionsOfExisting
              appointment={appointment}
              mayChange={mayChange}
              onTell={() => onTell(appointment, 'asked')}
              onCancel={() => setCancelling(true)}
            />
          )}
          <Button onClick={close}>{ui('action.close')}</Button>
          {mayChange && !isOver && <SubmitButton form={formId} loading={saving} />}
        </>
      }
    >
      <GuardsWithin value={guards}>
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
          <AppointmentFields
            appointment={appointment}
            nextFree={nextFree}
            typed={begin?.typed}
            readOnly={!mayChange || isOver}
          />
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
      </GuardsWithin>
    </Dialog>
  )
}

interface ActionsProps {
  appointment: Appointment
  mayChange: boolean
  onTell: () => void
  onCancel: () => void
}

/** Actions on an existing appointment. */
function ActionsOfExisting({ appointment, mayChange, onTell, onCancel }: ActionsProps) {
  const { t } = useTranslation('appointments')
  const go = useGo()
  const miss = useApiMutation(appointmentApi.miss)
  const { id, version, state, startUtc, contactRef } = appointment
  const hasBegun = Date.parse(startUtc) <= Date.now()
  async function toContact() {
    if (await mayLeave()) go('contact', { id: contactRef })
  }
  async function noteMissed() {
    if (await miss.mutateAsync({ params: { id }, body: { version } }).catch(() => undefined)) notify(t('missed.done'))
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mr: 'auto' }}>
      <Button onClick={() => void toContact()}>{t('toContact')}</Button>
      {mayChange && state !== 'MISSED' && <Button onClick={onTell}>{t('mail.action')}</Button>}
      {mayChange && state === 'BOOKED' && (
        <>
          {hasBegun && <Button onClick={() => void noteMissed()}>{t('missed.action')}</Button>}
          <Button color="error" onClick={onCancel}>
            {t('cancel.action')}
          </Button>
        </>
      )}
    </Box>
  )
}

/** Returns true if anything changed that the contact may have been told: time, place or title. */
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
