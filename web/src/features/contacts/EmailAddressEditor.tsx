import { type Contact, type EmailAddress, emailAddressApi, NewEmailAddress } from '@glut/contract/contacts'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useApiMutation } from '../../api/hooks.ts'
import { Form } from '../../ui/Form.tsx'
import { CheckboxField } from '../../ui/fields/CheckboxField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { EditorActions } from './EditorActions.tsx'
import { hasCode, markedFields, refused } from './form-error.ts'
import { useAskOwner } from './OwnerConflictDialog.tsx'
import { partChange } from './part-change.ts'
import { useStalePart } from './use-stale-part.tsx'

type Values = z.output<typeof NewEmailAddress>

interface Props {
  contact: Contact
  /** Undefined for a new one. */
  email?: EmailAddress
  onClose: () => void
}

export function EmailAddressEditor({ contact, email, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const askOwner = useAskOwner()
  const stale = useStalePart<Values>()
  const add = useApiMutation(emailAddressApi.add, partChange)
  const update = useApiMutation(emailAddressApi.update, partChange)
  const remove = useApiMutation(emailAddressApi.remove, partChange)

  async function save(values: Values, version = email?.version ?? 1): Promise<void> {
    const params = { id: contact.id, subId: email?.id ?? '' }
    try {
      if (email) await update.mutateAsync({ params, body: { ...values, version } })
      else await add.mutateAsync({ params, body: values })
      onClose()
    } catch (error) {
      if (hasCode(error, 'EMAIL_EXIST') && error.problem.owner) {
        const owner = error.problem.owner
        if (!(await askOwner('email', values.address, owner))) throw markedFields(error)
        await add.mutateAsync({ params, body: { ...values, sharedByContactPersonRef: owner.id } }).catch(refused)
        // the share takes the place of the row that was being edited
        if (email) await remove.mutateAsync({ params }).catch(refused)
        return onClose()
      }
      const chosen = await stale(error, values)
      if (chosen) return save(chosen.values, chosen.version)
      refused(error)
    }
  }

  return (
    <Form
      label={t('field.emailAddress')}
      schema={NewEmailAddress}
      defaultValues={{
        address: email?.address ?? '',
        favorite: email?.favorite ?? contact.emailAddresses.length === 0,
      }}
      onSubmit={(values) => save(values)}
    >
      <EmailAddressFields shared={email?.sharedByContactPersonRef != null} />
      <EditorActions onCancel={onClose} />
    </Form>
  )
}

interface FieldsProps {
  /** Where the fields stand in the form, with the dot: 'emailAddresses.0.' */
  prefix?: string
  /** Of a shared address only the mark as favourite may change. */
  shared?: boolean
  autoFocus?: boolean
}

export function EmailAddressFields({ prefix = '', shared = false, autoFocus = true }: FieldsProps) {
  const { t } = useTranslation('contacts')
  return (
    <Box sx={{ display: 'flex', alignItems: 'start', gap: 3 }}>
      <TextField
        name={`${prefix}address`}
        label={t('field.emailAddress')}
        type="email"
        required
        readOnly={shared}
        helperText={shared ? t('part.sharedHint') : undefined}
        autoFocus={autoFocus}
      />
      <CheckboxField name={`${prefix}favorite`} label={t('field.favorite')} />
    </Box>
  )
}
