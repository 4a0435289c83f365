import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import { Suspense, useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import type { Contact, NewContact } from '#contract/contacts/contacts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { SaveAction } from '../../../ui/forms/SaveAction.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import type { LegalType } from '../contact-words.ts'
import { ContactFields } from '../fields/ContactFields.tsx'
import { ContactPersonsPanel } from '../fields/ContactPersonsPanel.tsx'
import { AddressFields, emptyAddress } from '../parts/AddressEditor.tsx'
import { EmailAddressFields } from '../parts/EmailAddressEditor.tsx'
import { OwnerConflicts } from '../parts/OwnerConflictDialog.tsx'
import { PhoneNumberFields } from '../parts/PhoneNumberEditor.tsx'
import { readCriteria } from '../picker/search-criteria.ts'
import { LikelyPanel } from './LikelyPanel.tsx'
import { emptyPhone, NewContactForm, type NewContactValues, startValues } from './new-contact-values.ts'
import { type MadeFrom, type NewContactFormState, useAddContact } from './use-add-contact.tsx'

const BoardPickerDialog = lazyPart(() => import('../../orders/flames/BoardPickerDialog.tsx'), 'BoardPickerDialog')

const formId = 'new-contact'

export function NewContactPage() {
  return (
    <OwnerConflicts>
      <NewContactForms />
    </OwnerConflicts>
  )
}

function NewContactForms() {
  const { t } = useTranslation('contacts')
  const search = useScreenParams('newContact')
  const [start] = useState(() => startValues(readCriteria(search)))
  const [madeFrom, setMadeFrom] = useState(() => origin(search))
  const { save, goOn, asking, toContact, dialog } = useSave(madeFrom, setMadeFrom, search)

  return (
    <Form<NewContactValues, NewContact, Contact>
      id={formId}
      label={t('newContact')}
      schema={NewContactForm}
      defaultValues={start}
      onSubmit={save}
      onSaved={(made, isLeaving) => isLeaving || goOn(made)}
    >
      <SaveAction form={formId} isNew />
      {dialog}
      <Suspense>
        {asking && (
          <BoardPickerDialog
            contact={asking}
            {...(madeFrom.emailRef ? { emailRef: madeFrom.emailRef } : {})}
            replace
            onClose={(isLeft) => isLeft || toContact(asking.id)}
          />
        )}
      </Suspense>
      <Box sx={{ display: 'grid', gap: 3, alignItems: 'start', gridTemplateColumns: columns }}>
        <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
          <Panel title={t('page.master')}>
            <Box sx={{ px: 3, pt: 1, pb: 3 }}>
              <ContactFields />
            </Box>
          </Panel>
          <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '1fr 1fr' } }}>
            <ContactPersonsPanel kind="CONTACT_PERSON" />
            <ContactPersonsPanel kind="EXTERNAL_CONTACT_PERSON" />
          </Box>
          {/* below the fields, so that it does not move them while the user types */}
          <LikelyPanel />
        </Box>
        <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
          <NestedParts />
        </Box>
      </Box>
    </Form>
  )
}

const columns = { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 8fr) minmax(0, 5fr)' }

function NestedParts() {
  const { t } = useTranslation('contacts')
  const kind: LegalType = useWatch({ name: 'legalType' })
  const phones = useFieldArray<NewContactValues, 'phoneNumbers'>({ name: 'phoneNumbers' })
  const emails = useFieldArray<NewContactValues, 'emailAddresses'>({ name: 'emailAddresses' })
  const addresses = useFieldArray<NewContactValues, 'addresses'>({ name: 'addresses' })
  return (
    <>
      <Nested
        title={t('part.phones')}
        addLabel={t('part.addPhone')}
        rows={phones}
        add={() => phones.append(emptyPhone(kind))}
        show={(at) => (
          <PhoneNumberFields prefix={`phoneNumbers.${at}.`} kind={kind} guessing mayBeBlank autoFocus={false} />
        )}
      />
      <Nested
        title={t('part.emails')}
        addLabel={t('part.addEmail')}
        rows={emails}
        add={() => emails.append({ address: '', favorite: emails.fields.length === 0 })}
        show={(at) => <EmailAddressFields prefix={`emailAddresses.${at}.`} mayBeBlank autoFocus={false} />}
      />
      <Nested
        title={t('part.addresses')}
        addLabel={t('part.addAddress')}
        rows={addresses}
        add={() => addresses.append(emptyAddress(kind))}
        show={(at) => <AddressFields prefix={`addresses.${at}.`} autoFocus={false} />}
      />
    </>
  )
}

interface NestedProps {
  title: string
  addLabel: string
  rows: { fields: readonly { id: string }[]; remove: (at: number) => void }
  add: () => void
  show: (at: number) => React.ReactNode
}

function Nested({ title, addLabel, rows, add, show }: NestedProps) {
  const { t: ui } = useTranslation('ui')
  return (
    <Panel
      title={title}
      action={
        <Tooltip title={addLabel}>
          <IconButton aria-label={addLabel} onClick={add}>
            <AddIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      }
    >
      {rows.fields.map((row, at) => (
        <Box key={row.id} sx={{ display: 'flex', alignItems: 'start', gap: 1, pl: 3, pr: 1, pt: 1, pb: 3 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>{show(at)}</Box>
          <IconButton
            sx={{ mt: 0.5 }}
            aria-label={ui('action.remove', { name: `${title} ${at + 1}` })}
            onClick={() => rows.remove(at)}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
    </Panel>
  )
}

/** Returns what the contact is created from, according to the URL. */
function origin({ blackboardRef, emailRef }: MadeFrom): MadeFrom {
  return { ...(blackboardRef && { blackboardRef }), ...(emailRef && { emailRef }) }
}

interface Next {
  /** Step of the board for a flame created afterwards. */
  readonly step?: string
  /** Day of the appointment that the contact is added for. */
  readonly appointment?: string
}

function useSave(query: MadeFrom, onMissing: (rest: MadeFrom) => void, { step, appointment }: Next) {
  const { t } = useTranslation('contacts')
  const go = useGo()
  const { addContact, dialog } = useAddContact(query, onMissing)
  const mayAddFlame = useMay()('FLAME_CREATE')
  const [asking, setAsking] = useState<Contact>()
  const toContact = (id: string) => go('contact', { id }, { replace: true })

  async function save(contact: NewContact, form: NewContactFormState): Promise<Contact> {
    const made = await addContact(contact, form)
    notify(t('page.created'))
    return made
  }

  function goOn(made: Contact): void {
    const board = mayAddFlame ? query.blackboardRef : undefined
    // a contact created from an e-mail may be followed by a flame
    if (query.emailRef && mayAddFlame && !board) setAsking(made)
    else if (board) go('newFlame', { contactRef: made.id, taskboardId: board, step }, { replace: true })
    else if (appointment) go('appointmentCalendar', { day: appointment, contact: made.id }, { replace: true })
    else toContact(made.id)
  }
  return { save, goOn, asking, toContact, dialog }
}
