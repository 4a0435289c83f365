import { fail } from './problem.ts'

/** Whether PostgreSQL can store a text: it must contain no NUL and no half of a surrogate pair. */
const isKeepable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Checks all texts of the input of a call, however deep. Errors: VALIDATION with the field. */
export function refuseUnkeepable(...given: readonly unknown[]): void {
  for (const one of given) {
    const path = unkeepable(one, [])
    if (path) fail('VALIDATION', { fields: [{ path: path.join('.'), invalid: 'other' }] })
  }
}

function unkeepable(value: unknown, path: readonly string[]): readonly string[] | null {
  if (typeof value === 'string') return isKeepable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = isKeepable(key) ? unkeepable(inner, [...path, key]) : path
    if (found) return found
  }
  return null
}
