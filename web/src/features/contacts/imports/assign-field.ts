import type { ContactImport, ImportField } from '#contract/contacts/imports'

type Mapping = ContactImport['mapping']

/** Gives a column its field; a column that had it so far loses it. Several columns may go to the remarks. */
export function assignField(mapping: Mapping, column: number, field: ImportField | null): Mapping {
  return mapping.map((before, at) => {
    if (at === column) return field
    return before === field && field !== 'remarks' ? null : before
  })
}

/** Contacts need something to be called by. */
export const namesSomebody = (mapping: Mapping): boolean =>
  mapping.some((field) => field === 'givenName' || field === 'surname' || field === 'companyName')
