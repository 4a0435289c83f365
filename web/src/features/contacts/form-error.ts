import { ApiError } from '../../api/client.ts'
import { notify } from '../../ui/snackbar.ts'

/** For a form whose call is quiet: says in the snackbar what was refused, and lets the form mark the fields at fault. */
export function refused(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  notify(error.message, { severity: 1 })
  throw markedFields(error)
}

/** What `Form` understands: the fields at fault, or the sentence above the form; what was typed stays. */
export const markedFields = (error: ApiError) =>
  Object.assign(new Error(error.message), { errors: error.errors ?? [{ path: '', detail: error.message }] })

export const hasCode = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.problem.code === code
