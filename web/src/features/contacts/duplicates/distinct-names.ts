import type { Contact } from '#contract/contacts/contacts'

type Named = Pick<Contact, 'id' | 'fullName' | 'addresses' | 'emailAddresses' | 'phoneNumbers'>

/** Returns display names of contacts; equal names are distinguished by place or contact data. */
export function distinctNames(contacts: readonly Named[]): ReadonlyMap<string, string> {
  const byName = Map.groupBy(contacts, ({ fullName }) => fullName)
  return new Map(
    contacts.map((contact) => {
      const { id, fullName } = contact
      const alike = byName.get(fullName) ?? []
      const more = alike.length > 1 ? marks.find((mark) => isDifferent(alike.map(mark))) : undefined
      const said = more?.(contact)
      return [id, said ? `${fullName}, ${said}` : fullName]
    }),
  )
}

const isDifferent = (values: readonly string[]): boolean => new Set(values).size > 1

const marks: readonly ((contact: Named) => string)[] = [
  ({ addresses: [first] }) => first?.city ?? '',
  ({ addresses: [first] }) => [first?.street, first?.city].filter(Boolean).join(', '),
  ({ emailAddresses: [first] }) => first?.address ?? '',
  ({ phoneNumbers: [first] }) => first?.number ?? '',
]
