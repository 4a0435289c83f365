import { ownerOf, refusal } from '../../../ui/forms/form-error.ts'
import { useAskOwner } from './OwnerConflictDialog.tsx'

interface How<Values, Saved> {
  /** The kind of part, and the error code for one that belongs to another contact. */
  kind: 'email' | 'phone'
  code: 'EMAIL_EXIST' | 'PHONENUMBER_EXIST'
  /** Returns the address or number for the question. */
  textOf: (values: Values) => string
  /** Saves the part; `owner` is the contact that shares it. */
  write: (values: Values, owner?: { sharedByContactPersonRef: string }) => Promise<Saved>
}

/** Returns a function that saves an address or number; if it belongs to another contact, asks whether to share it. */
export function useSavedOrShared<Values, Saved>({ kind, code, textOf, write }: How<Values, Saved>) {
  const askOwner = useAskOwner()
  return async (values: Values): Promise<Saved> => {
    try {
      return await write(values)
    } catch (error) {
      const owner = ownerOf(error, code)
      if (!owner || !(await askOwner(kind, textOf(values), owner))) throw refusal(error)
      return await write(values, { sharedByContactPersonRef: owner.id }).catch((again) => {
        throw refusal(again)
      })
    }
  }
}
