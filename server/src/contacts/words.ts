import type { ContactColumn, ContactRow } from '#contract/contacts/contacts'
import type { Language } from '#contract/limits'
import { type ContactWords as Described, de } from '#contract/sentences/contacts/de'
import { en } from '#contract/sentences/contacts/en'
import { fr } from '#contract/sentences/contacts/fr'

/** Returns the field of a row that a column shows; the column `name` combines several fields. */
const fieldOf = (column: Exclude<ContactColumn, 'name'>): keyof ContactRow =>
  column === 'company' ? 'companyName' : column

export interface ExportColumn {
  readonly name: Exclude<ContactColumn, 'name'>
  readonly field: keyof ContactRow
}

/** The columns of an export, in the order of their labels. */
export const exportColumns = (Object.keys(de.field) as (keyof Described['field'])[]).map(
  (name): ExportColumn => ({ name, field: fieldOf(name) }),
)

export interface ContactWords extends Described {
  readonly sheet: string
  readonly yes: string
  readonly no: string
}

/** Labels of a contact's fields and values, for exports and for sorting by what is shown. */
export const contactWords: Record<Language, ContactWords> = {
  DE: { sheet: 'Kontakte', yes: 'Ja', no: 'Nein', ...de },
  EN: { sheet: 'Contacts', yes: 'Yes', no: 'No', ...en },
  FR: { sheet: 'Contacts', yes: 'Oui', no: 'Non', ...fr },
}
