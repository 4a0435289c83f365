import type { Contact } from '#contract/contacts/contacts'

type Mail = Pick<Contact['emailAddresses'][number], 'id' | 'address' | 'favorite'>

/** Returns the e-mail addresses of a contact, preferred first: the chosen one, then the favourite. */
export function writingAddresses(mails: readonly Mail[], chosen: string | null = null): string[] {
  const rank = ({ id, favorite }: Mail) => (id === chosen ? 0 : favorite ? 1 : 2)
  return [...new Set([...mails].sort((a, b) => rank(a) - rank(b)).map(({ address }) => address))]
}
