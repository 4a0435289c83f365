import { useId } from 'react'
import { type Mailbox, mailboxApi, type NewMailbox } from '#contract/mail/mailboxes'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { FormActions } from '../../../ui/forms/FormActions.tsx'
import { atField } from '../../../ui/forms/field-errors.ts'
import { GuardsWithin, useAskedClose } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { ConnectionTest } from './ConnectionTest.tsx'
import { MailboxFields } from './MailboxFields.tsx'
import { blankMailbox, MailboxForm, type MailboxValues, valuesOf } from './mailbox-form.ts'
import { useConflictFields } from './use-conflict-fields.ts'

/** Adds or edits a mailbox, with a connection test. */
export function MailboxDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation('mailboxes')
  const formId = useId()
  const saved = useApi(mailboxApi.get, { params: { id: id ?? '' } }, { enabled: id !== null, quiet: true })
  const { guards, close } = useAskedClose(onClose)
  const mailbox = id === null ? null : saved.data
  return (
    <Dialog
      open
      persistent="form"
      title={t(id ? 'edit' : 'add')}
      onClose={close}
      width={820}
      actions={<FormActions form={formId} onCancel={close} disabled={mailbox === undefined} />}
    >
      <GuardsWithin value={guards}>
        {saved.error && <ErrorState message={saved.error.message} onRetry={() => void saved.refetch()} />}
        {mailbox === undefined && !saved.error && <SkeletonLines lines={10} />}
        {mailbox !== undefined && <MailboxEditor formId={formId} mailbox={mailbox} onClose={onClose} />}
      </GuardsWithin>
    </Dialog>
  )
}

interface EditorProps {
  formId: string
  mailbox: Mailbox | null
  onClose: () => void
}

function MailboxEditor({ formId, mailbox, onClose }: EditorProps) {
  const { t } = useTranslation('mailboxes')
  const options = {
    quiet: ['TITLE_EXIST', 'STALE_VERSION'],
  } as const
  const add = useApiMutation(mailboxApi.add, options)
  const update = useApiMutation(mailboxApi.update, options)
  const editing = useEditing<NewMailbox, Mailbox>(mailbox, {
    name: mailbox?.title ?? '',
    fields: useConflictFields(),
    valuesOf: ({ id: _, version: __, secrets: ___, ...fields }) => fields,
  })

  async function save(body: NewMailbox) {
    const saving = mailbox
      ? editing.save(body, (values, version) =>
          // secrets are not part of the conflict: the entered ones are kept
          update.mutateAsync({ params: { id: mailbox.id }, body: { ...secretsOf(body), ...values, version } }),
        )
      : add.mutateAsync({ body })
    await saving.catch(atField({ TITLE_EXIST: 'title' }))
    notify(t('saved', { name: body.title }))
    onClose()
  }

  return (
    <Form<MailboxValues, NewMailbox>
      id={formId}
      label={t(mailbox ? 'edit' : 'add')}
      schema={MailboxForm}
      defaultValues={mailbox ? valuesOf(mailbox) : blankMailbox}
      editing={editing}
      onSubmit={save}
    >
      <Box sx={{ ...fieldGrid({ xs: 1 }), pt: 2 }}>
        <MailboxFields mailbox={mailbox} />
        <ConnectionTest mailboxId={mailbox?.id ?? null} />
      </Box>
    </Form>
  )
}

function secretsOf({ incomingPassword, outgoingPassword, clientSecret, certificate }: NewMailbox) {
  const typed = { incomingPassword, outgoingPassword, clientSecret, certificate }
  return Object.fromEntries(Object.entries(typed).filter(([, secret]) => secret !== undefined))
}
