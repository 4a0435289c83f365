import { useMemo } from 'react'
import { type ContactColumn, type ContactRow, contactColumns } from '#contract/contacts/contacts'
import { formatPhone } from '#contract/contacts/phone-format'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { useContactWords } from '../contact-words.ts'
import { placeLine } from '../copy-texts.ts'
import { countriesIn } from '../countries.ts'
import { PhoneCell } from '../PhoneLink.tsx'

const none: readonly ContactColumn[] = []

/** Column widths in pixels for the page and the dialog. */
const widths = {
  page: {
    flag: 98,
    salutation: 108,
    title: 82,
    name: 122,
    company: 185,
    street: 165,
    zipCode: 92,
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
    zipCode: 76,
    city: 96,
    country: 84,
  },
}

interface Wanted {
  /** Optional columns, in addition to the standard ones. */
  optional?: readonly ContactColumn[]
  room?: keyof typeof widths
  /** Columns visible by default. Default: all standard ones. */
  first?: readonly ContactColumn[]
}

type Shown = Omit<Column<ContactRow>, 'id' | 'label'>

/** Returns the columns for lists of contacts. */
export function useContactColumns({ optional = none, room = 'page', first }: Wanted = {}): Column<ContactRow>[] {
  const { t, language } = useTranslation('contacts')
  const words = useContactWords()
  return useMemo(() => {
    const width = widths[room]
    const columns: Record<ContactColumn, Shown> = {
      name: { width: 240, value: (row) => row.fullName, render: nameLine, hidden: true },
      customer: { kind: 'boolean', width: width.flag, value: (row) => row.customer },
      salutation: {
        kind: 'select',
        options: words.salutations,
        width: width.salutation,
        value: (row) => row.salutation,
      },
      title: { width: width.title, value: (row) => row.title },
      givenName: { width: width.name, value: (row) => row.givenName },
      surname: { width: width.name, value: (row) => row.surname },
      company: { width: width.company, value: (row) => row.companyName },
      street: { width: width.street, value: (row) => row.street },
      zipCode: { width: width.zipCode, value: (row) => row.zipCode },
      city: { width: width.city, value: (row) => row.city },
      country: {
        kind: 'select',
        options: () => countriesIn(language),
        width: width.country,
        value: (row) => row.country,
      },
      emailAddress: { width: 240, value: (row) => row.emailAddress, hidden: true },
      phoneNumber: {
        width: 140,
        value: (row) => formatPhone(row.phoneNumber),
        render: (row) => row.phoneNumber && <PhoneCell number={row.phoneNumber} />,
        hidden: true,
      },
      customerType: {
        kind: 'select',
        options: words.customerTypes,
        width: 150,
        value: (row) => row.customerType,
        hidden: true,
      },
    }
    return contactColumns
      .map((id): Column<ContactRow> => ({ id, label: t(`field.${id}`), ...columns[id] }))
      .filter(({ id, hidden }) => !hidden || optional.includes(id as ContactColumn))
      .map((column) => (first ? { ...column, hidden: !first.includes(column.id as ContactColumn) } : column))
  }, [t, words, language, optional, room, first])
}

/** Returns the name and the company of a contact. */
const nameLine = ({ fullName, companyName }: ContactRow) =>
  [fullName, companyName === fullName ? '' : companyName].filter(Boolean).join(' · ')

/** Returns the lines of a contact card on a phone, below the name. */
export function contactLines(row: ContactRow): string[] {
  const company = row.companyName === row.fullName ? '' : row.companyName
  const reach = [formatPhone(row.phoneNumber), row.emailAddress].filter(Boolean).join(' · ')
  return [company, [row.street, placeLine(row)].filter(Boolean).join(', '), reach].filter(Boolean)
}

/** Optional columns on the pages with contact lists. */
export const moreColumns = ['name', 'emailAddress', 'phoneNumber', 'customerType'] as const satisfies ContactColumn[]

/** Columns for name and contact data. */
export const reachColumns = ['name', 'city', 'phoneNumber', 'emailAddress'] as const satisfies ContactColumn[]
