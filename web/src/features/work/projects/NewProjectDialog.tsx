import { useId } from 'react'
import { z } from 'zod'
import { Title } from '#contract/endpoint'
import type { Board } from '#contract/orders/boards'
import { type Project, projectApi } from '#contract/work/projects'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { FormActions } from '../../../ui/forms/FormActions.tsx'
import { GuardsWithin, useAskedClose } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { PersonField } from '../../users/people/PersonField.tsx'

const Values = z.object({ title: Title(255), assigneeRef: z.string().nullable() })

interface Props {
  board: Board
  step: string
  onAdded: (project: Project) => void
  onClose: () => void
}

/** Creates a project with title and assignee; the rest is edited on its screen. */
export function NewProjectDialog({ board, step, onAdded, onClose }: Props) {
  const { t } = useTranslation('projects')
  const formId = useId()
  const me = useCurrentUser()
  const add = useApiMutation(projectApi.add)
  const { guards, close } = useAskedClose(onClose)
  const title = t('board.addTo', { step: board.steps.find(({ id }) => id === step)?.title ?? '' })
  return (
    <Dialog
      open
      persistent="form"
      title={title}
      width={480}
      onClose={close}
      actions={
        <FormActions form={formId} onCancel={close} loading={add.isPending}>
          {t('action.add')}
        </FormActions>
      }
    >
      <GuardsWithin value={guards}>
        <Form
          id={formId}
          label={title}
          schema={Values}
          defaultValues={{ title: '', assigneeRef: me.id }}
          onSubmit={(values) => add.mutateAsync({ body: { ...values, taskboardRef: board.id, step } })}
          onSaved={onAdded}
        >
          <Box sx={{ display: 'grid', gap: 3, pt: 2 }}>
            <TextField name="title" label={t('field.title')} required autoFocus />
            <PersonField
              name="assigneeRef"
              label={t('field.assigneeRef')}
              placeholder={t('nobody')}
              given={{ work: 'PROJECT', boardRef: board.id }}
            />
          </Box>
        </Form>
      </GuardsWithin>
    </Dialog>
  )
}
