import type { Contact } from '#contract/contacts/contacts'
import { type MergeField, mergeFields } from '#contract/contacts/merges'

/** How a group is merged: the survivor, the included contacts, and the source of each chosen field. */
export interface MergeChoice {
  readonly survivor: string
  readonly included: ReadonlySet<string>
  /** Fields chosen by the user; the others follow the survivor. */
  readonly fields: Partial<Record<MergeField, string>>
  readonly allRemarks: boolean
}

/** Returns the initial choice: the oldest contact survives, all are included, and all remarks are kept. */
export function startChoice(contacts: readonly Contact[]): MergeChoice {
  const [first] = contacts.toSorted((one, other) => (one.createdAtUtc < other.createdAtUtc ? -1 : 1))
  return {
    survivor: first?.id ?? '',
    included: new Set(contacts.map(({ id }) => id)),
    fields: {},
    allRemarks: remarksDiffer(contacts),
  }
}

/** Returns true if several contacts have different remarks. */
export const remarksDiffer = (contacts: readonly Contact[]): boolean =>
  new Set(contacts.map(({ remarks }) => remarks).filter(Boolean)).size > 1

export const partOf = (contacts: readonly Contact[], { included }: MergeChoice): Contact[] =>
  contacts.filter(({ id }) => included.has(id))

/**
 * Returns the contact whose value a field takes: the chosen one, else the survivor, or the first included one with a
 * value if the survivor has none.
 */
export function sourceOf(field: MergeField, contacts: readonly Contact[], choice: MergeChoice): string {
  const chosen = choice.fields[field]
  if (chosen && choice.included.has(chosen)) return chosen
  const survivor = contacts.find(({ id }) => id === choice.survivor)
  if (survivor && isFilled(survivor, field)) return survivor.id
  return partOf(contacts, choice).find((contact) => isFilled(contact, field))?.id ?? choice.survivor
}

export const differs = (field: MergeField, contacts: readonly Contact[]): boolean =>
  new Set(contacts.map((contact) => JSON.stringify(fieldValue(contact, field)))).size > 1

/** Returns the fields for the request: those taken from another contact than the survivor. */
export function fieldsOf(contacts: readonly Contact[], choice: MergeChoice): Partial<Record<MergeField, string>> {
  const sources = mergeFields.map((field) => [field, sourceOf(field, contacts, choice)] as const)
  return Object.fromEntries(sources.filter(([, source]) => source !== choice.survivor))
}

const fieldValue = (contact: Contact, field: MergeField) =>
  field === 'uidCheck' || field === 'eoriCheck' ? { value: contact[field].value } : contact[field]

function isFilled(contact: Contact, field: MergeField): boolean {
  const value = fieldValue(contact, field)
  return Boolean(typeof value === 'object' && value !== null ? value.value : value)
}
