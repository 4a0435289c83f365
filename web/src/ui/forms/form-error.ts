import { ApiError } from '../../api/client.ts'

/**
 * Converts the error of a refused call for `Form`: the fields at fault, or a sentence above the form. Other errors are
 * returned unchanged; the snackbar already shows them.
 */
export function refusal(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.problem.detail === undefined) return error
  return Object.assign(new Error(error.message), {
    errors: error.errors ?? [{ path: '', code: 'other', detail: error.message }],
  })
}

/** Returns the owner of an e-mail address or phone number that was refused because it is in use. */
export function ownerOf(error: unknown, code: 'EMAIL_EXIST' | 'PHONENUMBER_EXIST') {
  return error instanceof ApiError && error.problem.code === code ? error.problem.owner : undefined
}
