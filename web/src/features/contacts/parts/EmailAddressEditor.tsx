import type { z } from 'zod'
import type { Contact } from '#contract/contacts/contacts'
import { type EmailAddress, emailAddressApi, NewEmailAddress } from '#contract/contacts/parts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { EditorActions } from './EditorActions.tsx'
import { partChange } from './part-change.ts'
import { useSavedOrShared } from './use-saved-or-shared.ts'

type Values = z.output<typeof NewEmailAddress>

interface Props {
  contact: Contact
  /** Undefined for a new address. */
  email?: EmailAddress
  /** Asks before a saved address is changed; false keeps the editor open. */
  mayUpdate?: () => Promise<boolean>
  /** Called with the saved address, or without one on cancel. */
  onClose: (saved?: EmailAddress) => void
}

export function EmailAddressEditor({ contact, email, mayUpdate, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const { t: ui } = useTranslation('ui')
  const add = useApiMutation(emailAddressApi.add, partChange)
  const update = useApiMutation(emailAddressApi.update, partChange)
  const editing = useEditing<Values, EmailAddress>(email, {
    name: email?.address ?? '',
    fields: [
      { name: 'address', label: t('field.emailAddress') },
      { name: 'favorite', label: t('field.favorite'), show: (value) => (value ? ui('value.yes') : ui('value.no')) },
    ],
    valuesOf: ({ address, favorite }) => ({ address, favorite }),
  })

  const params = { id: contact.id, subId: email?.id ?? '' }
  const saved = useSavedOrShared<Values, EmailAddress>({
    kind: 'email',
    code: 'EMAIL_EXIST',
    textOf: ({ address }) => address,
    write: (values, owner) =>
      email
        ? editing.save(values, (body, version) => update.mutateAsync({ params, body: { ...body, ...owner, version } }))
        : add.mutateAsync({ params, body: { ...values, ...owner } }),
  })

  async function save(values: Values): Promise<void> {
    if (email && mayUpdate && !(await mayUpdate())) return
    onClose(await saved(values))
  }

  return (
    <Form
      label={t('field.emailAddress')}
      schema={NewEmailAddress}
      defaultValues={{
        address: email?.address ?? '',
        favorite: email?.favorite ?? contact.emailAddresses.length === 0,
      }}
      editing={editing}
      onSubmit={save}
      keptAs={{ name: `email ${email?.id ?? 'new'}`, version: email ? editing.version : undefined }}
    >
      <EmailAddressFields shared={email?.sharedByContactPersonRef != null} />
      <EditorActions onCancel={() => onClose()} />
    </Form>
  )
}

interface FieldsProps {
  /** Path prefix in the form, with the dot: 'emailAddresses.0.' */
  prefix?: string
  /** True for a shared address, of which only the favourite mark can be changed. */
  shared?: boolean
  /** True if a blank row is allowed and ignored. */
  mayBeBlank?: boolean
  autoFocus?: boolean
}

export function EmailAddressFields({ prefix = '', shared = false, mayBeBlank = false, autoFocus = true }: FieldsProps) {
  const { t } = useTranslation('contacts')
  return (
    <Box sx={{ display: 'flex', alignItems: 'start', gap: 3 }}>
      <TextField
        name={`${prefix}address`}
        label={t('field.emailAddress')}
        inputMode="email"
        required={!mayBeBlank}
        readOnly={shared}
        helperText={shared ? t('part.sharedHint') : undefined}
        autoFocus={autoFocus}
      />
      <Box sx={{ flexShrink: 0, mr: -4 }}>
        <CheckboxField name={`${prefix}favorite`} label={t('field.favorite')} />
      </Box>
    </Box>
  )
}
