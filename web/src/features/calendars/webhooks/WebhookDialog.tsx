import { useId } from 'react'
import type { z } from 'zod'
import { type Webhook, type WebhookEvent, webhookApi, webhookEvents } from '#contract/calendars/webhooks'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { SwitchField } from '../../../ui/fields/CheckboxField.tsx'
import { ChoicesField } from '../../../ui/fields/ChoicesField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { FormActions } from '../../../ui/forms/FormActions.tsx'
import { GuardsWithin, useAskedClose } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { Secret } from './Secret.tsx'
import { topicOf } from './use-webhook-words.ts'

const Values = webhookApi.update.body.omit({ version: true })
type Values = z.output<typeof Values>

const valuesOf = ({ title, url, events, active }: Values): Values => ({ title, url, events, active })
const nothing: Values = { title: '', url: '', events: [...webhookEvents], active: true }

/** Adds a webhook and shows its secret once, or edits one. */
export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const id = useId()
  const add = useApiMutation(webhookApi.add, { quiet: ['VALIDATION'] })
  const update = useApiMutation(webhookApi.update, { quiet: ['STALE_VERSION', 'VALIDATION'] })
  const secret = add.data?.secret
  const show = (value: unknown) =>
    Array.isArray(value) ? value.map((event: WebhookEvent) => t(`event.${event}`)).join(', ') : String(value)
  const activity = (value: unknown) => t(value ? 'state.on' : 'state.off')
  const editing = useEditing<Values, Webhook>(webhook, {
    name: webhook?.title ?? '',
    fields: [
      { name: 'title', label: t('field.title') },
      { name: 'url', label: t('field.url') },
      { name: 'events', label: t('field.events'), show },
      { name: 'active', label: t('field.active'), show: activity },
    ],
    valuesOf,
  })

  async function save({ active, ...values }: Values) {
    if (!webhook) {
      await add.mutateAsync({ body: values })
      return
    }
    const saved = await editing.save({ active, ...values }, (body, version) =>
      update.mutateAsync({ params: { id: webhook.id }, body: { ...body, version } }),
    )
    notify(t('saved', { title: saved.title }), { topic: topicOf(webhook) })
    onClose()
  }

  const title = t(webhook ? 'edit' : 'add')
  const { guards, close } = useAskedClose(onClose)
  return (
    <Dialog
      open
      persistent={secret ? true : 'form'}
      title={title}
      onClose={close}
      actions={
        secret ? (
          <Button variant="contained" onClick={onClose}>
            {t('kept')}
          </Button>
        ) : (
          <FormActions form={id} onCancel={close} loading={add.isPending || update.isPending} />
        )
      }
    >
      <GuardsWithin value={guards}>
        {secret ? (
          <Secret text={secret} />
        ) : (
          <Form<Values, Values>
            id={id}
            label={title}
            schema={Values}
            defaultValues={webhook ? valuesOf(webhook) : nothing}
            editing={editing}
            onSubmit={save}
          >
            <Box sx={{ ...fieldGrid({ xs: 1 }), pt: 2 }}>
              <TextField name="title" label={t('field.title')} required autoFocus={!webhook} />
              <TextField name="url" label={t('field.url')} helperText={t('field.urlHint')} required inputMode="url" />
              <ChoicesField
                name="events"
                label={t('field.events')}
                ids={webhookEvents}
                nameOf={(event) => t(`event.${event as WebhookEvent}`)}
              />
              {webhook && <SwitchField name="active" label={t('field.active')} />}
            </Box>
          </Form>
        )}
      </GuardsWithin>
    </Dialog>
  )
}
