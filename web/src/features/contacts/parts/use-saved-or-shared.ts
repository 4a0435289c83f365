import { ownerOf, refusal } from '../../../ui/forms/form-error.ts'
import { useAskOwner } from './OwnerConflictDialog.tsx'

interface How<Values, Saved> {
  /** What is saved, and the code by which the server says that another contact has it. */
  kind: 'email' | 'phone'
  code: 'EMAIL_EXIST' | 'PHONENUMBER_EXIST'
  /** The address or number that was typed. */
  textOf: (values: Values) => string
  /** `owner` names the contact from which it is shared. */
  write: (values: Values, owner?: { sharedByContactPersonRef: string }) => Promise<Saved>
}

/** Saves an address or number; where another contact has it, the person is asked whether to share it from there. */
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
