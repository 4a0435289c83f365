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

/** As wide as a window, and as wide as the quick search dialog. */
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
  /** Columns that can be chosen beside those that are always there. */
  optional?: readonly ContactColumn[]
  room?: keyof typeof widths
  /** Those that are shown until somebody chooses others; left out, all that are always there. */
  first?: readonly ContactColumn[]
}

type Shown = Omit<Column<ContactRow>, 'id' | 'label'>

/** The columns of every list of contacts. */
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

/** Who it is, and of which company. */
const nameLine = ({ fullName, companyName }: ContactRow) =>
  [fullName, companyName === fullName ? '' : companyName].filter(Boolean).join(' · ')

/** A contact on a phone, below its name. */
export function contactLines(row: ContactRow): string[] {
  const company = row.companyName === row.fullName ? '' : row.companyName
  const reach = [formatPhone(row.phoneNumber), row.emailAddress].filter(Boolean).join(' · ')
  return [company, [row.street, placeLine(row)].filter(Boolean).join(', '), reach].filter(Boolean)
}

/** What `useContactColumns` adds on the pages: more to choose from. */
export const moreColumns = ['name', 'emailAddress', 'phoneNumber', 'customerType'] as const satisfies ContactColumn[]

/** Who it is and how to reach them. */
export const reachColumns = ['name', 'city', 'phoneNumber', 'emailAddress'] as const satisfies ContactColumn[]
