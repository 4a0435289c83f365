import type { ContactValues } from './contact-values.ts'
export function useStaleContact() {
  return async (_error: unknown, _values: ContactValues): Promise<ContactValues | undefined> => undefined
}
