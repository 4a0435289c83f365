/** Returns the code of an error of Node or PostgreSQL; '' without one, or for a number such as that of an AbortError. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether a constraint refused a row (SQLSTATE class 23). */
export const isConstraintError = (error: unknown): boolean => codeOf(error).startsWith('23')
