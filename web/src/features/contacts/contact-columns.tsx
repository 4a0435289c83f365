import type { ContactRow } from '@glut/contract/contacts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/DataTable/columns.ts'
import { useContactWords } from './contact-words.ts'
import { useCountries } from './countries.ts'
import { formatPhone } from './phone-format.ts'

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

/** The columns of every list of contacts; those named in `optional` are there to be chosen. */
export function useContactColumns(optional: readonly ColumnId[] = []): Column<ContactRow>[] {
  const { t } = useTranslation('contacts')
  const words = useContactWords()
  const countries = useCountries()
  const wanted = optional.join()
  return useMemo(() => {
    const field = (id: ColumnId) => ({ id, label: t(`field.${id}`) })
    const text = (id: ColumnId, width: number, value: (row: ContactRow) => string): Column<ContactRow> => ({
      ...field(id),
      width,
      value,
    })
    const columns: Column<ContactRow>[] = [
      { ...field('customer'), kind: 'boolean', width: 76, value: (row) => row.customer },
      {
        ...field('salutation'),
        kind: 'select',
        options: words.salutations,
        width: 82,
        value: (row) => row.salutation,
      },
      text('title', 70, (row) => row.title),
      text('givenName', 128, (row) => row.givenName),
      text('surname', 140, (row) => row.surname),
      text('company', 200, (row) => row.companyName),
      text('street', 180, (row) => row.street),
      text('zipCode', 68, (row) => row.zipCode),
      text('city', 140, (row) => row.city),
      { ...field('country'), kind: 'select', options: countries, width: 104, value: (row) => row.country },
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
    const shown = wanted.split(',')
    return columns.filter((column) => !column.hidden || shown.includes(column.id))
  }, [t, words, countries, wanted])
}

/** What `useContactColumns` adds on the pages: more to choose from. */
export const moreColumns = ['emailAddress', 'phoneNumber', 'customerType'] as const
