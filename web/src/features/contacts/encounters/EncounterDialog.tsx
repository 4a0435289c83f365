import { useId, useState } from 'react'
import type { z } from 'zod'
import { type Encounter, EncounterChange, encounterApi, encounterTypes, isByHand } from '#contract/contacts/encounters'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import type { ConflictField } from '../../../ui/conflicts/ConflictDialog.tsx'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { DateTimeField } from '../../../ui/fields/DateField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FollowDirty } from '../../../ui/forms/FollowDirty.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { FormActions } from '../../../ui/forms/FormActions.tsx'
import { useUnsavedChanges } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { PersonField } from '../../users/people/PersonField.tsx'
import { useUsers } from '../../users/people/use-users.ts'
import { encounterDialogWidth } from './dialog-width.ts'
import { keptName } from './kept-names.ts'

const Values = EncounterChange.pick({
  encounterType: true,
  originalKnownSince: true,
  description: true,
  assigneeRef: true,
  contentMailingsDdj: true,
  contentMailingsPostcard: true,
  contentMailingsSeedsMagazine: true,
})
type Values = z.output<typeof Values>

interface Props {
  contactId: string
  /** Null for a new encounter. */
  encounter: Encounter | null
  onClose: () => void
}

/** Adds or edits an encounter. */
export function EncounterDialog({ contactId, encounter, onClose }: Props) {
  const { t } = useTranslation('encounters')
  const formId = useId()
  const ownId = useCurrentUser().id
  const [dirty, setDirty] = useState(false)
  const leaving = useUnsavedChanges(dirty)
  const [fresh] = useState(() => newValues(ownId))
  const options = { quiet: ['STALE_VERSION'] } as const
  const add = useApiMutation(encounterApi.add, options)
  const update = useApiMutation(encounterApi.update, options)
  const title = encounter ? t('edit.title') : t('add.title')
  const editing = useEditing<Values, Encounter>(encounter, {
    name: encounter ? t(`type.${encounter.encounterType}`) : '',
    fields: useEncounterLabels(),
    valuesOf,
  })

  const save = (values: Values): Promise<Encounter> =>
    encounter
      ? editing.save(values, (body, version) =>
          update.mutateAsync({ params: { id: contactId, encId: encounter.id }, body: { ...body, version } }),
        )
      : add.mutateAsync({ params: { id: contactId }, body: values })

  function saved() {
    leaving.settle()
    notify(t('saved'))
    onClose()
  }
  const close = async () => (await leaving.confirmLeave()) && onClose()

  return (
    <Dialog
      open
      persistent="form"
      title={title}
      width={encounterDialogWidth}
      onClose={() => void close()}
      actions={<FormActions form={formId} onCancel={() => void close()} loading={add.isPending || update.isPending} />}
    >
      <Form
        id={formId}
        label={title}
        schema={Values}
        defaultValues={encounter ? valuesOf(encounter) : fresh}
        guarded={false}
        keptAs={{
          name: keptName(encounter),
          version: encounter ? editing.version : undefined,
        }}
        editing={editing}
        onSubmit={save}
        onSaved={saved}
      >
        <FollowDirty onChange={setDirty} />
        <Fields encounter={encounter} />
      </Form>
    </Dialog>
  )
}

function Fields({ encounter }: { encounter: Encounter | null }) {
  const { t } = useTranslation('encounters')
  const may = useMay()
  const ownType = encounter && !isByHand(encounter.encounterType) ? encounter.encounterType : null
  const types =
    ownType === 'VOICE_MEMO' ? [ownType] : encounterTypes.filter((type) => isByHand(type) || type === ownType)
  return (
    <Box sx={{ display: 'grid', gap: 3, pt: 2 }}>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, minmax(0, 1fr))' } }}>
        <SelectField
          name="encounterType"
          label={t('field.encounterType')}
          required
          options={types.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
        <DateTimeField name="originalKnownSince" label={t('field.originalKnownSince')} required />
        {may('USER_READ') && (
          <PersonField
            name="assigneeRef"
            given={{ work: 'ENCOUNTER' }}
            label={t('field.assigneeRef')}
            placeholder={t('field.nobody')}
          />
        )}
      </Box>
      <TextField name="description" label={t('field.description')} rows={6} autoFocus />
      <Box
        role="group"
        aria-label={t('field.contentMailings')}
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}
      >
        <CheckboxField name="contentMailingsDdj" label={t('field.contentMailingsDdj')} />
        <CheckboxField name="contentMailingsPostcard" label={t('field.contentMailingsPostcard')} />
        <CheckboxField name="contentMailingsSeedsMagazine" label={t('field.contentMailingsSeedsMagazine')} />
      </Box>
    </Box>
  )
}

/** Returns the fields of an encounter for the conflict dialog. */
function useEncounterLabels(): ConflictField<Values>[] {
  const { t } = useTranslation('encounters')
  const { t: ui } = useTranslation('ui')
  const users = useUsers()
  const yesNo = (value: unknown) => ui(value ? 'value.yes' : 'value.no')
  return [
    {
      name: 'encounterType',
      label: t('field.encounterType'),
      show: (value) => t(`type.${value as Values['encounterType']}`),
    },
    {
      name: 'originalKnownSince',
      label: t('field.originalKnownSince'),
      show: (value) => formatDateTime(String(value)),
    },
    {
      name: 'assigneeRef',
      label: t('field.assigneeRef'),
      show: (value) => users.get(String(value))?.username ?? '',
    },
    { name: 'description', label: t('field.description') },
    { name: 'contentMailingsDdj', label: t('field.contentMailingsDdj'), show: yesNo },
    { name: 'contentMailingsPostcard', label: t('field.contentMailingsPostcard'), show: yesNo },
    { name: 'contentMailingsSeedsMagazine', label: t('field.contentMailingsSeedsMagazine'), show: yesNo },
  ]
}

/** Returns the initial values: by telephone, now, assigned to the user. */
function newValues(assigneeRef: string): Values {
  const now = new Date()
  now.setSeconds(0, 0)
  return {
    encounterType: 'TELEPHONE',
    originalKnownSince: now.toISOString(),
    description: '',
    assigneeRef,
    contentMailingsDdj: false,
    contentMailingsPostcard: false,
    contentMailingsSeedsMagazine: false,
  }
}

const valuesOf = (encounter: Encounter): Values => Values.parse(encounter)
