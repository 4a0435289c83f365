import type { Contact } from '#contract/contacts/contacts'
import { type MergeField, mergeFields } from '#contract/contacts/merges'

/** How a group is to be merged: who remains, who is part of it, and for a field whose value is taken. */
export interface MergeChoice {
  readonly survivor: string
  readonly included: ReadonlySet<string>
  /** Chosen by hand; the others follow from the survivor. */
  readonly fields: Partial<Record<MergeField, string>>
  readonly allRemarks: boolean
}

/** The contact that was there first remains, everybody is part of it, and no remark is lost. */
export function startChoice(contacts: readonly Contact[]): MergeChoice {
  const [first] = contacts.toSorted((one, other) => (one.createdAtUtc < other.createdAtUtc ? -1 : 1))
  return {
    survivor: first?.id ?? '',
    included: new Set(contacts.map(({ id }) => id)),
    fields: {},
    allRemarks: remarksDiffer(contacts),
  }
}

/** Several have something to say, and not the same. */
export const remarksDiffer = (contacts: readonly Contact[]): boolean =>
  new Set(contacts.map(({ remarks }) => remarks).filter(Boolean)).size > 1

export const partOf = (contacts: readonly Contact[], { included }: MergeChoice): Contact[] =>
  contacts.filter(({ id }) => included.has(id))

/** Whose value a field takes: the chosen one's, else the survivor's, or where that has none the first that has one. */
export function sourceOf(field: MergeField, contacts: readonly Contact[], choice: MergeChoice): string {
  const chosen = choice.fields[field]
  if (chosen && choice.included.has(chosen)) return chosen
  const survivor = contacts.find(({ id }) => id === choice.survivor)
  if (survivor && isFilled(survivor, field)) return survivor.id
  return partOf(contacts, choice).find((contact) => isFilled(contact, field))?.id ?? choice.survivor
}

export const differs = (field: MergeField, contacts: readonly Contact[]): boolean =>
  new Set(contacts.map((contact) => JSON.stringify(fieldValue(contact, field)))).size > 1

/** What is sent: the fields that another one than the survivor gives. */
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
