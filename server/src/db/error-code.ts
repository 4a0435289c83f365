/** Returns the code of an error of Node or PostgreSQL; '' where it is no text, as the number of an aborted signal. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether a constraint refused a row (SQLSTATE class 23). */
export const isConstraintError = (error: unknown): boolean => codeOf(error).startsWith('23')
