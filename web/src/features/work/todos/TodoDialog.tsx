import { useId, useState } from 'react'
import { mayTurn, type Todo, type TodoState, todoApi, todoStates, TodoValues as Values } from '#contract/work/todos'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { formatDateTime, formatOptionalTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { DateTimeField } from '../../../ui/fields/DateField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FollowDirty } from '../../../ui/forms/FollowDirty.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { FormActions } from '../../../ui/forms/FormActions.tsx'
import { useUnsavedChanges } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { PersonField } from '../../users/people/PersonField.tsx'
import { useUsers } from '../../users/people/use-users.ts'

const valuesOf = ({ title, activities, feedback, state, assigneeRef, start, due }: Todo): Values => ({
  title,
  activities,
  feedback,
  state,
  assigneeRef,
  start,
  due,
})

interface Props {
  todo: Todo
  readOnly: boolean
  onClose: () => void
}

export function TodoDialog({ todo, readOnly, onClose }: Props) {
  const { t } = useTranslation('todos')
  const { t: ui } = useTranslation('ui')
  const users = useUsers()
  const id = useId()
  const [dirty, setDirty] = useState(false)
  const leaving = useUnsavedChanges(dirty)
  const update = useApiMutation(todoApi.update, { quiet: ['STALE_VERSION'] })
  const { title, state } = todo
  const at = (instant: unknown) => (typeof instant === 'string' ? formatOptionalTime(instant) : '')
  const editing = useEditing<Values, Todo>(todo, {
    name: title,
    valuesOf,
    fields: [
      { name: 'title', label: t('field.title') },
      { name: 'state', label: t('field.state'), show: (value) => t(`state.${value as TodoState}`) },
      {
        name: 'assigneeRef',
        label: t('field.assignee'),
        show: (value) => users.get(typeof value === 'string' ? value : '')?.username ?? t('nobody'),
      },
      { name: 'start', label: t('field.start'), show: at },
      { name: 'due', label: t('field.due'), show: at },
      { name: 'activities', label: t('field.activities') },
      { name: 'feedback', label: t('field.feedback') },
    ],
  })
  function saved() {
    leaving.settle()
    onClose()
  }
  const close = async () => (await leaving.confirmLeave()) && onClose()

  return (
    <Dialog
      open
      persistent="form"
      title={readOnly ? title : t('edit', { title })}
      onClose={() => void close()}
      actions={
        readOnly ? (
          <Button onClick={onClose}>{ui('action.close')}</Button>
        ) : (
          <FormActions form={id} onCancel={() => void close()} loading={update.isPending} />
        )
      }
    >
      <Form
        id={id}
        label={t('edit', { title })}
        schema={Values}
        defaultValues={valuesOf(todo)}
        guarded={false}
        keptAs={{ name: `to-do ${todo.id}`, version: editing.version }}
        editing={editing}
        onSubmit={(values) =>
          editing.save(values, (values, version) =>
            update.mutateAsync({ params: { id: todo.id }, body: { ...values, version } }),
          )
        }
        onSaved={saved}
      >
        <FollowDirty onChange={setDirty} />
        <Box sx={{ pt: 2, ...fieldGrid({ xs: 1, sm: 2 }) }}>
          <Box sx={{ gridColumn: '1 / -1', display: 'grid' }}>
            <TextField name="title" label={t('field.title')} required autoFocus readOnly={readOnly} />
          </Box>
          <SelectField
            name="state"
            label={t('field.state')}
            required
            readOnly={readOnly}
            options={todoStates
              .filter((value) => mayTurn(state, value))
              .map((value) => ({ value, label: t(`state.${value}`) }))}
          />
          <PersonField
            name="assigneeRef"
            label={t('field.assignee')}
            given={{ work: `${todo.type}_TODO`, boardRef: todo.blackBoardRef }}
            placeholder={t('nobody')}
            readOnly={readOnly}
          />
          <DateTimeField name="start" label={t('field.start')} optionalTime readOnly={readOnly} />
          <DateTimeField name="due" label={t('field.due')} optionalTime readOnly={readOnly} />
          <Box sx={{ gridColumn: '1 / -1', display: 'grid', rowGap: 3 }}>
            <TextField name="activities" label={t('field.activities')} rows={3} readOnly={readOnly} />
            <TextField name="feedback" label={t('field.feedback')} rows={2} readOnly={readOnly} />
            <Made todo={todo} />
          </Box>
        </Box>
      </Form>
    </Dialog>
  )
}

/** Shows when and by whom a to-do was created, and when it was completed. */
function Made({ todo: { createdUtc, createdBy, finished } }: { todo: Todo }) {
  const { t } = useTranslation('todos')
  const by = useUsers().get(createdBy ?? '')?.username
  const at = formatDateTime(createdUtc)
  return (
    <Typography variant="body2" color="textSecondary">
      {[by ? t('madeBy', { at, by }) : t('madeAt', { at }), finished && t('doneAt', { at: formatDateTime(finished) })]
        .filter(Boolean)
        .join(' · ')}
    </Typography>
  )
}
