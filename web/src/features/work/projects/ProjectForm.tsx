import ArchiveOutlinedIcon from '@mui/icons-material/ArchiveOutlined'
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Id, Minute, Title } from '#contract/endpoint'
import { limits } from '#contract/limits'
import { type Project, projectApi } from '#contract/work/projects'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { DateTimeField } from '../../../ui/fields/DateField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import type { FormPresence } from '../../../ui/forms/form-presence.ts'
import { SaveAction } from '../../../ui/forms/SaveAction.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { FormattedText } from '../../../ui/RichText/FormattedText.tsx'
import { RichTextField } from '../../../ui/RichText/RichTextField.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { PersonField } from '../../users/people/PersonField.tsx'
import { StandInNote } from '../../users/people/StandInNote.tsx'
import { enteredProxy } from '../../users/people/stand-in.ts'
import { ContactsField } from './ContactsField.tsx'
import { useProjectFields } from './use-project-fields.ts'
import { useProjectRemoval } from './use-project-removal.ts'

const morning = 8

const Values = z.object({
  title: Title(255),
  description: z.string().max(limits.html.length),
  assigneeRef: Id.nullable(),
  proxyOwnerRef: Id.nullable(),
  start: Minute.nullable(),
  finished: Minute.nullable(),
  proxyOwnerFrom: Minute.nullable(),
  proxyOwnerUntil: Minute.nullable(),
  reminderAtUtc: Minute.nullable(),
  contacts: z.array(z.object({ id: Id, name: z.string() })).max(100),
})
type Values = z.output<typeof Values>

const valuesOf = (project: Project): Values => ({
  title: project.title,
  description: project.description,
  assigneeRef: project.assigneeRef,
  ...enteredProxy(project),
  start: project.start,
  finished: project.finished,
  reminderAtUtc: project.reminderAtUtc,
  contacts: project.contacts,
})

interface Props {
  project: Project
  presence: FormPresence
  readOnly: boolean
}

export function ProjectForm({ project, presence, readOnly }: Props) {
  const { t } = useTranslation('projects')
  const formId = useId()
  const may = useMay()
  const update = useApiMutation(projectApi.update, { quiet: ['STALE_VERSION', 'VALIDATION'] })
  const editing = useEditing<Values, Project>(project, {
    name: project.title,
    fields: useProjectFields(),
    valuesOf,
  })
  const proxyReadOnly = readOnly || !may('PROXY_PROJECT')
  const given = { work: 'PROJECT', boardRef: project.taskboardRef } as const
  useScreenActions({ title: t('title', { name: project.title }) })

  const save = (values: Values) =>
    editing.save(values, ({ contacts, ...body }, version) =>
      update.mutateAsync({
        params: { id: project.id },
        body: { ...body, contactRefs: contacts.map(({ id }) => id), version },
      }),
    )

  return (
    <Form
      id={formId}
      label={t('one')}
      schema={Values}
      defaultValues={valuesOf(project)}
      editing={editing}
      readOnly={readOnly}
      presence={readOnly ? undefined : presence}
      keptAs={{
        name: 'project',
        version: editing.version,
        onOlder: (start, version) => editing.begin({ ...project, ...start, version }),
      }}
      onSubmit={save}
      onSaved={({ title }) => notify(t('done.saved', { name: title }))}
    >
      {!readOnly && <SaveAction form={formId} />}
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
        <Panel title={t('one')} action={<Buttons project={project} />}>
          <Box sx={{ display: 'grid', gap: 3, px: 3, pt: 1, pb: 3 }}>
            <TextField name="title" label={t('field.title')} required readOnly={readOnly} />
            {readOnly ? (
              <Description label={t('field.description')} />
            ) : (
              <RichTextField name="description" label={t('field.description')} height={220} />
            )}
            <ContactsField name="contacts" readOnly={readOnly} />
          </Box>
        </Panel>
        <Panel title={t('panel.dates')}>
          <Box sx={{ px: 3, pt: 1, pb: 3, ...fieldGrid({ xs: 1, sm: 2 }) }}>
            <DateTimeField name="start" label={t('field.start')} defaultHour={morning} readOnly={readOnly} />
            <DateTimeField name="finished" label={t('field.finished')} defaultHour={morning} readOnly={readOnly} />
            <PersonField
              name="assigneeRef"
              label={t('field.assigneeRef')}
              given={given}
              placeholder={t('nobody')}
              readOnly={readOnly}
            />
            <DateTimeField
              name="reminderAtUtc"
              label={t('field.reminderAtUtc')}
              defaultHour={morning}
              readOnly={readOnly}
            />
            <PersonField
              name="proxyOwnerRef"
              label={t('field.proxyOwnerRef')}
              given={given}
              placeholder={t('nobody')}
              readOnly={proxyReadOnly}
            />
            <Box />
            <DateTimeField name="proxyOwnerFrom" label={t('field.proxyOwnerFrom')} readOnly={proxyReadOnly} />
            <DateTimeField name="proxyOwnerUntil" label={t('field.proxyOwnerUntil')} readOnly={proxyReadOnly} />
          </Box>
          <StandInNote card={project} />
          <Typography variant="body2" color="textSecondary" sx={{ px: 3, pb: 2 }}>
            {t('created', { at: formatDateTime(project.createdUtc) })} ·{' '}
            {t('updated', { at: formatDateTime(project.updatedUtc) })}
          </Typography>
        </Panel>
      </Box>
    </Form>
  )
}

/** The description as currently in the form. */
function Description({ label }: { label: string }) {
  return <FormattedText html={useWatch<Values, 'description'>({ name: 'description' })} label={label} />
}

function Buttons({ project }: { project: Project }) {
  const { t } = useTranslation('projects')
  const may = useMay()
  const go = useGo()
  const { archive, remove } = useProjectRemoval()
  if (project.deletedUtc || project.archivedUtc) return null
  const leave = (done: boolean) => done && go('projects', { board: project.taskboardRef })
  return (
    <>
      {may('PROJECT_MODIFY') && (
        <Button startIcon={<ArchiveOutlinedIcon />} onClick={() => void archive(project).then(leave)}>
          {t('action.archive')}
        </Button>
      )}
      {may('PROJECT_DELETE') && (
        <Button startIcon={<DeleteOutlineIcon />} onClick={() => void remove(project).then(leave)}>
          {t('action.remove')}
        </Button>
      )}
    </>
  )
}
