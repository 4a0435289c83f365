import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type Contact, contactApi, type NewContact } from '#contract/contacts/contacts'
import { ApiError } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { ownerOf, refusal } from '../../../ui/form-error.ts'
import { useAskOwner } from '../parts/OwnerConflictDialog.tsx'
import { inForm, NewContactForm, type NewContactValues } from './new-contact-values.ts'
import { useConfirmErased } from './use-confirm-erased.ts'

/** What a contact is made from. */
export type MadeFrom = { blackboardRef?: string; emailRef?: string }
export type NewContactFormState = UseFormReturn<NewContactValues, unknown, NewContact>

/** What the server no longer knows is left out of the next attempt, so that nothing typed is lost over it. */
function missingIn(error: unknown): keyof MadeFrom | undefined {
  const paths = error instanceof ApiError ? error.errors?.map((fault) => fault.path) : undefined
  return (['emailRef', 'blackboardRef'] as const).find((name) => paths?.includes(name))
}

/** Adds a contact; where a number or an address belongs to somebody already, it asks whether to share it. */
export function useAddContact(query: MadeFrom, onMissing: (rest: MadeFrom) => void) {
  const { t } = useTranslation('contacts')
  const askOwner = useAskOwner()
  const confirmErased = useConfirmErased()
  const add = useApiMutation(contactApi.add, {
    quiet: ['EMAIL_EXIST', 'PHONENUMBER_EXIST'],
  })

  return async function addContact(contact: NewContact, form: NewContactFormState): Promise<Contact> {
    try {
      await confirmErased(form.getValues())
      return await add.mutateAsync({ query, body: contact })
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
}

/** Which row is in use elsewhere; the paths of the answer are put right where blank rows stand between. */
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
