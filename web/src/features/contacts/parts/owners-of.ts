import type { Contact } from '#contract/contacts/contacts'

/** The ids of the contacts whose addresses, mails and numbers this contact shares. */
export function ownersOf({ addresses, emailAddresses, phoneNumbers }: Contact): string[] {
  const ids = [...addresses, ...emailAddresses, ...phoneNumbers].flatMap((part) => part.sharedByContactPersonRef ?? [])
  return [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1))
}
