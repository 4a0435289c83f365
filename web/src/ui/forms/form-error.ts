import { ApiError } from '../../api/client.ts'

/**
 * What `Form` understands of a refused call: the fields at fault, or the sentence above the form. What was typed stays.
 * Where the server says nothing, the snackbar has said that already.
 */
export function refusal(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.problem.detail === undefined) return error
  return Object.assign(new Error(error.message), {
    errors: error.errors ?? [{ path: '', code: 'other', detail: error.message }],
  })
}

/** Whose the address or number is that was refused because it is in use. */
export function ownerOf(error: unknown, code: 'EMAIL_EXIST' | 'PHONENUMBER_EXIST') {
  return error instanceof ApiError && error.problem.code === code ? error.problem.owner : undefined
}
