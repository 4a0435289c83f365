import { useQueryClient } from '@tanstack/react-query'
import { memo, useContext } from 'react'
import { type UseFormReturn, useFormState } from 'react-hook-form'
import { type Contact, type ContactChange, contactApi } from '#contract/contacts/contacts'
import { remember, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Form } from '../../../ui/forms/Form.tsx'
import { refusal } from '../../../ui/forms/form-error.ts'
import { SaveAction } from '../../../ui/forms/SaveAction.tsx'
import { useDiscard } from '../../../ui/forms/use-discard.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { PresentHere } from '../../together/presence/present-here.ts'
import { useContactLabels } from '../contact-labels.ts'
import { type ContactValues, ContactValuesCheck, valuesOf } from '../contact-values.ts'
import { ContactFields } from '../fields/ContactFields.tsx'
import { ContactPersonsPanel } from '../fields/ContactPersonsPanel.tsx'

const contactFormId = 'contact'

interface Props {
  contact: Contact
  readOnly: boolean
}

type ContactFormReturn = UseFormReturn<ContactValues, unknown, ContactChange>

/** The form of a contact's own fields and contact persons, saved together. */
export const ContactForm = memo(function ContactForm({ contact, readOnly }: Props) {
  const { t } = useTranslation('contacts')
  const client = useQueryClient()
  const update = useApiMutation(contactApi.update, {
    onAnswer: (saved, { params }) => remember(client, contactApi.get, { params }, saved),
    quiet: ['STALE_VERSION'],
  })
  const editing = useEditing<ContactValues, Contact>(contact, {
    name: contact.fullName,
    fields: useContactLabels(),
    valuesOf,
  })

  async function save(_change: ContactChange, form: ContactFormReturn): Promise<Contact> {
    const params = { id: contact.id }
    try {
      const saved = await editing.save(form.getValues(), (values, version) =>
        update.mutateAsync({ params, body: { ...values, version } }),
      )
      notify(t('page.saved'))
      return saved
    } catch (error) {
      throw refusal(error)
    }
  }

  return (
    <Form<ContactValues, ContactChange, Contact>
      id={contactFormId}
      label={t('page.master')}
      schema={ContactValuesCheck}
      defaultValues={valuesOf(contact)}
      onSubmit={save}
      valuesOf={valuesOf}
      editing={editing}
      readOnly={readOnly}
      presence={useContext(PresentHere)}
      keptAs={{
        name: 'contact',
        version: editing.version,
        onOlder: (start, version) => editing.begin({ ...contact, ...(start as Partial<Contact>), version }),
      }}
    >
      {!readOnly && <SaveAction form={contactFormId} />}
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Panel title={t('page.master')} action={!readOnly && <Unsaved />}>
          <Box sx={{ px: 3, pt: 1, pb: 3 }}>
            <ContactFields contact={contact} readOnly={readOnly} />
            <Written contact={contact} />
          </Box>
        </Panel>
        <Box
          sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'repeat(2, minmax(0,1fr))' } }}
        >
          <ContactPersonsPanel kind="CONTACT_PERSON" contactId={contact.id} readOnly={readOnly} />
          <ContactPersonsPanel kind="EXTERNAL_CONTACT_PERSON" contactId={contact.id} readOnly={readOnly} />
        </Box>
      </Box>
    </Form>
  )
})

/** Shows when the contact was created and last changed. */
function Written({ contact: { createdAtUtc, updatedAtUtc } }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const facts = [
    t('page.createdAt', { at: formatDateTime(createdAtUtc) }),
    updatedAtUtc !== createdAtUtc && t('page.updatedAt', { at: formatDateTime(updatedAtUtc) }),
  ]
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
      {facts.filter(Boolean).join(' · ')}
    </Typography>
  )
}

/** Shows unsaved changes with a button to discard them; the save button is in the top bar. */
function Unsaved() {
  const { t } = useTranslation('contacts')
  const { isDirty } = useFormState()
  const discard = useDiscard()
  if (!isDirty) return null
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Typography variant="body2" color="textSecondary" role="status">
        {t('page.unsaved')}
      </Typography>
      <Button onClick={discard}>{t('page.discard')}</Button>
    </Box>
  )
}
