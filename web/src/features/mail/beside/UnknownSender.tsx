import Alert from '@mui/material/Alert'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFormState } from 'react-hook-form'
import type { NewContact } from '#contract/contacts/contacts'
import type { Email } from '#contract/mail/emails'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { useContactWords } from '../../contacts/contact-words.ts'
import { LikelyPanel } from '../../contacts/new/LikelyPanel.tsx'
import { NewContactForm, type NewContactValues, startValues } from '../../contacts/new/new-contact-values.ts'
import { type MadeFrom, type NewContactFormState, useAddContact } from '../../contacts/new/use-add-contact.tsx'
import { OwnerConflicts } from '../../contacts/parts/OwnerConflictDialog.tsx'
import { TownProposals } from '../../contacts/parts/TownProposals.tsx'
import { keptNameOf } from './kept-sender.ts'
import { knownSender } from './known-sender.ts'

interface Props {
  email: Email
  onTake: (contactRef: string) => void
  /** Called when the form becomes dirty or clean. */
  onTyping: (isTyping: boolean) => void
}

/** A form for a new contact, filled from the e-mail of an unknown sender, with potential duplicates. */
export function UnknownSender(props: Props) {
  return (
    <OwnerConflicts>
      <SenderForm {...props} />
    </OwnerConflicts>
  )
}

function SenderForm({ email, onTake, onTyping }: Props) {
  const { t } = useTranslation('emails')
  const { t: contacts } = useTranslation('contacts')
  const go = useGo()
  const { customerTypes } = useContactWords()
  const [known] = useState(() => knownSender(email))
  const [start] = useState(() => startValues(known))
  const [madeFrom, setMadeFrom] = useState<MadeFrom>({ emailRef: email.id })
  const { addContact, dialog } = useAddContact(madeFrom, setMadeFrom)

  async function save(contact: NewContact, form: NewContactFormState) {
    await addContact(contact, form)
    notify(contacts('page.created'))
  }

  return (
    <Form<NewContactValues, NewContact>
      label={t('beside.newContact')}
      schema={NewContactForm}
      defaultValues={start}
      onSubmit={save}
      keptAs={{ name: keptNameOf(email.id) }}
    >
      {dialog}
      <Typing email={email} onTyping={onTyping} />
      <Box sx={{ display: 'grid', gap: 3 }}>
        <LikelyPanel
          actionOf={(contactRef, name) => (
            <Box>
              <Button
                variant="outlined"
                aria-label={t('beside.takeOne', { name })}
                onClick={() => onTake(contactRef)}
                sx={{ my: 1 }}
              >
                {t('beside.take')}
              </Button>
            </Box>
          )}
        />
        <Box sx={fieldGrid({ xs: 2 })}>
          <TextField name="givenName" label={contacts('field.givenName')} />
          <TextField name="surname" label={contacts('field.surname')} />
          <Box sx={wide}>
            <TextField name="companyName" label={contacts('field.company')} />
          </Box>
          <Box sx={wide}>
            <TextField name="emailAddresses.0.address" label={contacts('field.emailAddress')} inputMode="email" />
          </Box>
          <TextField name="phoneNumbers.0.number" label={contacts('field.phoneNumber')} inputMode="tel" />
          <SelectField
            name="customerType"
            label={contacts('field.customerType')}
            options={customerTypes}
            placeholder=""
          />
          <Box sx={wide}>
            <TextField name="addresses.0.street" label={contacts('field.street')} />
          </Box>
          <TextField name="addresses.0.zipCode" label={contacts('field.zipCode')} />
          <TextField name="addresses.0.city" label={contacts('field.city')} />
          <TownProposals prefix="addresses.0." />
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Save />
          <Button onClick={() => go('newContact', { ...known, emailRef: email.id })}>{t('beside.allFields')}</Button>
        </Box>
      </Box>
    </Form>
  )
}

/** Reports whether the form is dirty, and tells that another user has linked the e-mail meanwhile. */
function Typing({ email: { contactRef, contactName }, onTyping }: Pick<Props, 'email' | 'onTyping'>) {
  const { t } = useTranslation('emails')
  const { isDirty, isSubmitting } = useFormState()
  const tell = useEffectEvent(onTyping)
  useEffect(() => {
    // a clean form is not reported, because stored input is restored only after this effect
    if (!isDirty) return
    tell(true)
    return () => tell(false)
  }, [isDirty])
  if (!contactRef || isSubmitting) return null
  return (
    <Alert severity="info" variant="outlined" sx={{ mb: 3 }}>
      {t('beside.linkedMeanwhile', { name: contactName ?? '' })}
      <Button color="inherit" onClick={() => onTyping(false)} sx={{ display: 'block', mt: 1 }}>
        {t('beside.discard')}
      </Button>
    </Alert>
  )
}

const wide = { gridColumn: '1 / -1' }

function Save() {
  const { t } = useTranslation('emails')
  const { isSubmitting } = useFormState()
  return (
    <Button type="submit" variant="contained" color="secondary" loading={isSubmitting}>
      {t('beside.create')}
    </Button>
  )
}
