import type { Contact } from '#contract/contacts/contacts'

/** Returns the ids of the contacts that own shared addresses, e-mail addresses and numbers of a contact. */
export function ownersOf({ addresses, emailAddresses, phoneNumbers }: Contact): string[] {
  const ids = [...addresses, ...emailAddresses, ...phoneNumbers].flatMap((part) => part.sharedByContactPersonRef ?? [])
  return [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1))
}
