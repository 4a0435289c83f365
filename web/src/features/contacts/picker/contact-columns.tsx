import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactRow } from '#contract/contacts/contacts'
import { formatPhone } from '#contract/contacts/phone-format'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { useContactWords } from '../contact-words.ts'
import { placeLine } from '../copy-texts.ts'
import { useCountries } from '../countries.ts'

const none: readonly ColumnId[] = []

type ColumnId =
  | 'customer'
  | 'salutation'
  | 'title'
  | 'givenName'
  | 'surname'
  | 'company'
  | 'street'
  | 'zipCode'
  | 'city'
  | 'country'
  | 'emailAddress'
  | 'phoneNumber'
  | 'customerType'

/** As wide as a window, and as wide as the quick search dialog. */
const widths = {
  page: {
    flag: 98,
    salutation: 100,
    title: 82,
    name: 122,
    company: 185,
    street: 165,
    zipCode: 74,
    city: 126,
    country: 104,
  },
  dialog: {
    flag: 84,
    salutation: 92,
    title: 72,
    name: 106,
    company: 144,
    street: 128,
    zipCode: 66,
    city: 96,
    country: 84,
  },
}

interface Wanted {
  /** Columns that can be chosen beside those that are always there. */
  optional?: readonly ColumnId[]
  room?: keyof typeof widths
}

/** The columns of every list of contacts. */
export function useContactColumns({ optional = none, room = 'page' }: Wanted = {}): Column<ContactRow>[] {
  const { t } = useTranslation('contacts')
  const words = useContactWords()
  const countries = useCountries()
  return useMemo(() => {
    const width = widths[room]
    const field = (id: ColumnId) => ({ id, label: t(`field.${id}`) })
    const text = (id: ColumnId, width: number, value: (row: ContactRow) => string): Column<ContactRow> => ({
      ...field(id),
      width,
      value,
    })
    const columns: Column<ContactRow>[] = [
      { ...field('customer'), kind: 'boolean', width: width.flag, value: (row) => row.customer },
      {
        ...field('salutation'),
        kind: 'select',
        options: words.salutations,
        width: width.salutation,
        value: (row) => row.salutation,
      },
      text('title', width.title, (row) => row.title),
      text('givenName', width.name, (row) => row.givenName),
      text('surname', width.name, (row) => row.surname),
      text('company', width.company, (row) => row.companyName),
      text('street', width.street, (row) => row.street),
      text('zipCode', width.zipCode, (row) => row.zipCode),
      text('city', width.city, (row) => row.city),
      { ...field('country'), kind: 'select', options: countries, width: width.country, value: (row) => row.country },
      { ...text('emailAddress', 220, (row) => row.emailAddress), hidden: true },
      { ...text('phoneNumber', 140, (row) => formatPhone(row.phoneNumber)), hidden: true },
      {
        ...field('customerType'),
        kind: 'select',
        options: words.customerTypes,
        width: 150,
        value: (row) => row.customerType,
        hidden: true,
      },
    ]
    return columns.filter((column) => !column.hidden || optional.includes(column.id as ColumnId))
  }, [t, words, countries, optional, room])
}

/** A contact on a phone, below its name. */
export function contactLines(row: ContactRow): string[] {
  const company = row.companyName === row.fullName ? '' : row.companyName
  const reach = [formatPhone(row.phoneNumber), row.emailAddress].filter(Boolean).join(' · ')
  return [company, [row.street, placeLine(row)].filter(Boolean).join(', '), reach].filter(Boolean)
}

/** What `useContactColumns` adds on the pages: more to choose from. */
export const moreColumns = ['emailAddress', 'phoneNumber', 'customerType'] as const
