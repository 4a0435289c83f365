import type { ContactImport, ImportField } from '#contract/contacts/imports'

type Mapping = ContactImport['mapping']

/** Assigns a field to a column and removes it from its previous column. Only remarks may have several columns. */
export function assignField(mapping: Mapping, column: number, field: ImportField | null): Mapping {
  return mapping.map((before, at) => {
    if (at === column) return field
    return before === field && field !== 'remarks' ? null : before
  })
}

/** Returns true if the mapping contains a name, which every contact needs. */
export const namesSomebody = (mapping: Mapping): boolean =>
  mapping.some((field) => field === 'givenName' || field === 'surname' || field === 'companyName')
