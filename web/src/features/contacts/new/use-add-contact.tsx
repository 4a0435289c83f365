import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type Contact, contactApi, type NewContact } from '#contract/contacts/contacts'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { ApiError } from '../../../api/client.ts'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { useConflict } from '../../../ui/conflicts/use-conflict.tsx'
import { ownerOf, refusal } from '../../../ui/forms/form-error.ts'
import { useAskOwner } from '../parts/OwnerConflictDialog.tsx'
import { inForm, NewContactForm, type NewContactValues } from './new-contact-values.ts'
import { useConfirmErased } from './use-confirm-erased.ts'

/** What a contact is created from: a board or an e-mail. */
export type MadeFrom = { blackboardRef?: string; emailRef?: string }
export type NewContactFormState = UseFormReturn<NewContactValues, unknown, NewContact>

/** Returns the origin that does not exist any more; the next attempt omits it, so that the input is not lost. */
function missingIn(error: unknown): keyof MadeFrom | undefined {
  const paths = error instanceof ApiError ? error.errors?.map((fault) => fault.path) : undefined
  return (['emailRef', 'blackboardRef'] as const).find((name) => paths?.includes(name))
}

/** The contact of an e-mail; without a reference if it is being created. */
interface Link {
  readonly contact: { readonly ref: string | null; readonly name: string }
}
const unmade = 'NEW'

/**
 * Adds a contact. Asks whether to share a number or address that belongs to another contact, and which contact to keep
 * if the e-mail was linked meanwhile.
 */
export function useAddContact(query: MadeFrom, onMissing: (rest: MadeFrom) => void) {
  const { t } = useTranslation('contacts')
  const askOwner = useAskOwner()
  const confirmErased = useConfirmErased()
  const add = useApiMutation(contactApi.add, {
    quiet: ['EMAIL_EXIST', 'PHONENUMBER_EXIST', 'STALE_VERSION'],
  })
  const email = useEmailAtFirst(query.emailRef)
  const { t: emails } = useTranslation('emails')
  const conflict = useConflict<Link, Email>({
    name: email?.subject || emails('list.noSubject'),
    fields: [
      {
        name: 'contact',
        label: emails('conflict.contactRef'),
        show: ({ name }) => name || emails('message.noContact'),
      },
    ],
    valuesOf: ({ contactRef = null, contactName }) => ({ contact: { ref: contactRef, name: contactName ?? '' } }),
    ofForm: true,
  })

  function send(contact: NewContact): Promise<Contact> {
    if (!email) return add.mutateAsync({ query, body: contact })
    const { givenName, surname, companyName } = contact
    const name = [givenName, surname].filter(Boolean).join(' ') || companyName
    const mine: Link = { contact: { ref: unmade, name: emails('conflict.newContact', { name }) } }
    const { emailRef: _, ...unlinked } = query
    return conflict.save(mine, email, ({ contact: { ref } }, emailVersion) =>
      add.mutateAsync({ query: ref === unmade ? { ...query, emailVersion } : unlinked, body: contact }),
    )
  }

  async function addContact(contact: NewContact, form: NewContactFormState): Promise<Contact> {
    try {
      await confirmErased(form.getValues())
      return await send(contact)
    } catch (error) {
      const gone = missingIn(error)
      if (gone) {
        const { [gone]: _, ...rest } = query
        onMissing(rest)
        throw Object.assign(new Error(), { errors: [{ path: '', detail: t(`page.gone.${gone}`) }] })
      }
      const where = faultIn(error, form.getValues())
      const owner = where && ownerOf(error, where.code)
      if (!owner) throw refusal(error)
      const typed = form.getValues(`${where.row}.${where.field}` as 'emailAddresses.0.address')
      if (!(await askOwner(where.kind, typed, owner))) throw refusal(error)
      form.setValue(`${where.row}.sharedByContactPersonRef`, owner.id)
      return addContact(NewContactForm.parse(form.getValues()), form)
    }
  }
  return { addContact, dialog: conflict.dialog }
}

/** Returns the e-mail as it is now, or as it was before somebody linked it after the form opened. */
function useEmailAtFirst(id: string | undefined): Email | undefined {
  const may = useMay()
  const enabled = id !== undefined && may(emailApi.get.allow)
  const { data } = useApi(emailApi.get, { params: { id: id ?? '' } }, { quiet: true, enabled })
  const [first, setFirst] = useState(data)
  const isAsLinked = !first || data?.contactRef === first.contactRef
  if (data && data !== first && isAsLinked) setFirst(data)
  return enabled ? first : undefined
}

/** Returns the row that is in use elsewhere. Converts the paths in the error to those of the form. */
function faultIn(error: unknown, values: NewContactValues) {
  if (!(error instanceof ApiError)) return undefined
  for (const fault of error.errors ?? []) fault.path = inForm(fault.path, values)
  const [list, at] = error.errors?.[0]?.path.split('.') ?? []
  if (error.problem.code === 'EMAIL_EXIST' && list === 'emailAddresses') {
    return { kind: 'email', code: 'EMAIL_EXIST', row: `emailAddresses.${Number(at)}`, field: 'address' } as const
  }
  if (error.problem.code === 'PHONENUMBER_EXIST' && list === 'phoneNumbers') {
    return { kind: 'phone', code: 'PHONENUMBER_EXIST', row: `phoneNumbers.${Number(at)}`, field: 'number' } as const
  }
  return undefined
}
