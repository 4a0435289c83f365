import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import {
  type Absence,
  absenceApi,
  NewAbsence,
  type StandInKind,
  standInField,
  standInFields,
  standInKinds,
} from '#contract/work/absences'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { DateTimeField } from '../../../ui/fields/DateField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { FormActions } from '../../../ui/forms/FormActions.tsx'
import { GuardsWithin, useAskedClose } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { PersonField } from '../../users/people/PersonField.tsx'
import { useUsers } from '../../users/people/use-users.ts'
import { useWhoSees } from '../../users/people/use-who-sees.ts'
import { AbsenceWarnings, UnattendedWarning } from './AbsenceWarnings.tsx'

type Values = z.output<typeof NewAbsence>
const fields = ['from', 'until', ...standInFields, 'subject', 'text'] as const

const valuesOf = (absence: Absence): Values => ({
  personRef: absence.personRef,
  from: absence.from,
  until: absence.until,
  standInRef: absence.standInRef,
  flameStandInRef: absence.flameStandInRef,
  projectStandInRef: absence.projectStandInRef,
  todoStandInRef: absence.todoStandInRef,
  mailStandInRef: absence.mailStandInRef,
  subject: absence.subject,
  text: absence.text,
})

const nobody = {
  from: '',
  until: '',
  standInRef: null,
  flameStandInRef: null,
  projectStandInRef: null,
  todoStandInRef: null,
  mailStandInRef: null,
  subject: '',
  text: '',
}

interface Props {
  /** Null for a new absence. */
  absence: Absence | null
  /** Id of the absent user; if omitted, it is chosen in the form. */
  personRef: string | undefined
  onClose: () => void
}

export function AbsenceDialog({ absence, personRef, onClose }: Props) {
  const { t } = useTranslation('absences')
  const formId = useId()
  const users = useUsers()
  const add = useApiMutation(absenceApi.add)
  const update = useApiMutation(absenceApi.update, { quiet: ['STALE_VERSION'] })
  const show = (value: string | null) => (value ? (users.get(value)?.username ?? formatDateTime(value)) : null)
  const editing = useEditing<Values, Absence>(absence, {
    name: t('edit'),
    fields: fields.map((name) => ({ name, label: t(`field.${name}`), show })),
    valuesOf,
  })
  const title = t(absence ? 'edit' : 'add')

  async function save(values: Values) {
    if (!absence) return add.mutateAsync({ body: values })
    return editing.save(values, ({ personRef: _person, ...entered }, version) =>
      update.mutateAsync({ params: { id: absence.id }, body: { ...entered, version } }),
    )
  }

  const { guards, close } = useAskedClose(onClose)
  return (
    <Dialog
      open
      persistent="form"
      title={title}
      width={720}
      onClose={close}
      actions={<FormActions form={formId} onCancel={close} loading={add.isPending || update.isPending} />}
    >
      <GuardsWithin value={guards}>
        <Form
          id={formId}
          label={title}
          schema={NewAbsence}
          defaultValues={absence ? valuesOf(absence) : { ...nobody, personRef: personRef ?? '' }}
          keptAs={absence ? { name: `absence ${absence.id}`, version: editing.version } : undefined}
          editing={editing}
          onSubmit={save}
          onSaved={() => {
            notify(t('saved'))
            onClose()
          }}
        >
          <Fields isNew={!absence} choosesPerson={!absence && personRef === undefined} />
        </Form>
      </GuardsWithin>
    </Dialog>
  )
}

/** The work that a stand-in must have access to, by kind. */
const workOfStandIn = { FLAME: 'FLAME_PROXY', PROJECT: 'PROJECT_PROXY', TODO: 'TODO', MAIL: 'MAIL' } as const

/** Returns a predicate for users who can stand in, by kind of work. */
const useMayStandIn = (): Record<StandInKind, (userRef: string) => boolean> => ({
  FLAME: useWhoSees({ work: workOfStandIn.FLAME }),
  PROJECT: useWhoSees({ work: workOfStandIn.PROJECT }),
  TODO: useWhoSees({ work: workOfStandIn.TODO }),
  MAIL: useWhoSees({ work: workOfStandIn.MAIL }),
})

const morning = 8
const evening = 17

function Fields({ isNew, choosesPerson }: { isNew: boolean; choosesPerson: boolean }) {
  const { t } = useTranslation('absences')
  const may = useMay()
  const mayStandIn = useMayStandIn()
  const entered = useWatch<Values>() as Values
  const isOther = (userRef: string) => userRef !== entered.personRef
  const unattended = standInKinds.filter((kind) => {
    const named = [entered[standInField[kind]], entered.standInRef].filter((ref) => ref !== null)
    return named.length > 0 && !named.some(mayStandIn[kind])
  })
  const mayName = { FLAME: may('PROXY_FLAME'), PROJECT: may('PROXY_PROJECT'), TODO: true, MAIL: true }
  return (
    <Box sx={{ pt: 2, ...fieldGrid({ xs: 1, sm: 2 }) }}>
      {choosesPerson && (
        <Box sx={{ gridColumn: '1 / -1', display: 'grid' }}>
          <PersonField name="personRef" label={t('field.personRef')} required autoFocus />
        </Box>
      )}
      <DateTimeField
        name="from"
        label={t('field.from')}
        defaultHour={morning}
        required
        autoFocus={isNew && !choosesPerson}
      />
      <DateTimeField name="until" label={t('field.until')} defaultHour={evening} required />
      <Box sx={{ gridColumn: '1 / -1', display: 'grid' }}>
        <PersonField
          name="standInRef"
          label={t('field.standInRef')}
          offers={(userRef) => isOther(userRef) && standInKinds.some((kind) => mayStandIn[kind](userRef))}
          placeholder={t('nobody')}
          readOnly={!(mayName.FLAME && mayName.PROJECT)}
        />
      </Box>
      {standInKinds.map((kind) => (
        <PersonField
          key={kind}
          name={standInField[kind]}
          label={t(`field.${standInField[kind]}`)}
          given={{ work: workOfStandIn[kind] }}
          offers={isOther}
          placeholder={t('asGeneral')}
          readOnly={!mayName[kind]}
        />
      ))}
      <Box sx={{ gridColumn: '1 / -1', display: 'grid', rowGap: 3 }}>
        <UnattendedWarning kinds={unattended} />
        <AbsenceWarnings absence={entered} />
        <TextField name="subject" label={t('field.subject')} helperText={t('subjectHint')} />
        <TextField name="text" label={t('field.text')} rows={4} />
      </Box>
    </Box>
  )
}
