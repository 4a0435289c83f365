import type { ContactColumn, ContactRow } from '#contract/contacts/contacts'
import type { Language } from '#contract/limits'
import { type ContactWords as Described, de } from '#contract/sentences/contacts/de'
import { en } from '#contract/sentences/contacts/en'
import { fr } from '#contract/sentences/contacts/fr'

/** The field of a row that a column shows; the whole name is made of others. */
const fieldOf = (column: Exclude<ContactColumn, 'name'>): keyof ContactRow =>
  column === 'company' ? 'companyName' : column

export interface ExportColumn {
  readonly name: Exclude<ContactColumn, 'name'>
  readonly field: keyof ContactRow
}

/** The columns of an export, in the order of their words. */
export const exportColumns = (Object.keys(de.field) as (keyof Described['field'])[]).map(
  (name): ExportColumn => ({ name, field: fieldOf(name) }),
)

export interface ContactWords extends Described {
  readonly sheet: string
  readonly yes: string
  readonly no: string
}

/** A contact in words: in its exports, and where it is ordered by what is shown. */
export const contactWords: Record<Language, ContactWords> = {
  DE: { sheet: 'Kontakte', yes: 'Ja', no: 'Nein', ...de },
  EN: { sheet: 'Contacts', yes: 'Yes', no: 'No', ...en },
  FR: { sheet: 'Contacts', yes: 'Oui', no: 'Non', ...fr },
}

/** A column that shows one of a closed list of values. */
type ListedColumn = {
  [Column in ContactColumn & keyof ContactRow]: NonNullable<ContactRow[Column]> extends infer Value
    ? [Value] extends [string]
      ? string extends Value
        ? never
        : Column
      : never
    : never
}[ContactColumn & keyof ContactRow]

/** Words of such values. A column of them that is not here does not compile. */
const listed: {
  readonly [Column in ListedColumn]: (words: ContactWords) => Readonly<Record<NonNullable<ContactRow[Column]>, string>>
} = {
  salutation: (words) => words.salutation,
  customerType: (words) => words.customerType,
}

/** The words of the values that a column shows, where it shows one of a closed list. */
export const valueWords = (column: ContactColumn, words: ContactWords): Readonly<Record<string, string>> | undefined =>
  column in listed ? listed[column as ListedColumn](words) : undefined
