/**
 * Returns the code of an error of Node or PostgreSQL, or '' where it has no text as code: that of an aborted signal is
 * a number.
 */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether a constraint refused a row (SQLSTATE class 23). */
export const isConstraintError = (error: unknown): boolean => codeOf(error).startsWith('23')
