import { type Contact, type ContactChange, contactApi } from '@glut/contract/contacts'
import { historyApi } from '@glut/contract/history'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { remember, useApiMutation } from '../../api/hooks.ts'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/snackbar.ts'
import { ContactFields } from './ContactFields.tsx'
import { ContactPersonsPanel } from './ContactPersonsPanel.tsx'
import { type ContactValues, ContactValuesCheck, valuesOf } from './contact-values.ts'
import { refused } from './form-error.ts'
import { Panel } from './Panel.tsx'
import { useStaleContact } from './use-stale-contact.tsx'

interface Props {
  contact: Contact
  readOnly: boolean
}

type ContactFormReturn = UseFormReturn<ContactValues, unknown, ContactChange>

/** The own fields and the contact persons: changed together, saved with the version they were read in. */
export function ContactForm({ contact, readOnly }: Props) {
  const { t } = useTranslation('contacts')
  const client = useQueryClient()
  const stale = useStaleContact()
  const update = useApiMutation(contactApi.update, {
    refreshes: [contactApi.search, contactApi.byIds, historyApi.ofContact],
    quiet: true,
  })

  async function save(change: ContactChange, form: ContactFormReturn): Promise<void> {
    const params = { id: contact.id }
    try {
      const saved = await update.mutateAsync({ params, body: change })
      form.reset(valuesOf(saved))
      remember(client, contactApi.get, { params }, saved)
      notify(t('page.saved'))
    } catch (error) {
      const chosen = await stale(error, form.getValues())
      if (!chosen) return refused(error)
      for (const [name, value] of Object.entries(chosen)) {
        form.setValue(name as keyof ContactValues, value as never, { shouldDirty: true })
      }
      return save(ContactValuesCheck.parse(chosen), form)
    }
  }

  return (
    <Form<ContactValues, ContactChange>
      label={t('page.master')}
      schema={ContactValuesCheck}
      defaultValues={valuesOf(contact)}
      onSubmit={save}
    >
      <FollowContact contact={contact} />
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Panel title={t('page.master')} action={!readOnly && <SaveButtons />}>
          <Box sx={{ px: 3, pt: 1, pb: 3 }}>
            <ContactFields contact={contact} readOnly={readOnly} />
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
}

/** Shows what others saved meanwhile, unless somebody is typing here: then saving finds the conflict. */
function FollowContact({ contact }: { contact: Contact }) {
  const { reset, formState } = useFormContext<ContactValues>()
  const { isDirty } = formState
  useEffect(() => {
    if (!isDirty) reset(valuesOf(contact))
  }, [contact, isDirty, reset])
  return null
}

function SaveButtons() {
  const { t } = useTranslation('contacts')
  const { reset, formState } = useFormContext()
  const { isDirty, isSubmitting } = formState
  if (!isDirty) return null
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Typography variant="body2" color="textSecondary" role="status" sx={{ display: { xs: 'none', sm: 'block' } }}>
        {t('page.unsaved')}
      </Typography>
      <Button onClick={() => reset()}>{t('page.discard')}</Button>
      <Button type="submit" variant="contained" color="secondary" loading={isSubmitting}>
        {t('page.save')}
      </Button>
    </Box>
  )
}
