import type { ErrorCode } from '#contract/errors'
import { ApiError } from '../../api/client.ts'

/** Moves errors to the field they concern: `save().catch(atField({ USERNAME_EXIST: 'username' }))`. */
export const atField = (fields: Partial<Record<ErrorCode, string>>) => (error: unknown) => {
  const path = error instanceof ApiError && error.problem.code ? fields[error.problem.code] : undefined
  if (error instanceof ApiError && path !== undefined) {
    const { code = '', detail = '' } = error.problem
    throw new ApiError(error.status, { ...error.problem, errors: [{ path, code, detail }] })
  }
  throw error
}
