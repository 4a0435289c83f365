import { useMemo, useState } from 'react'
import { contactApi } from '#contract/contacts/contacts'
import type { AnswerOf } from '#contract/endpoint'
import { pathTo } from '#contract/routes'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { TypedSearchField } from '../../../ui/search/TypedSearchField.tsx'
import { finder } from '../../../ui/text/find.ts'
import { contactLines, useContactColumns } from '../picker/contact-columns.tsx'
import { useBin } from '../records/use-bin.ts'

type BinRow = AnswerOf<typeof contactApi.bin>[number]

/** Lists the deleted contacts, to restore them. */
export function Bin() {
  const { t } = useTranslation('contacts')
  const go = useGo()
  const { restore } = useBin()
  const contactColumns = useContactColumns()
  const bin = useApi(contactApi.bin, {}, { quiet: true })
  const columns = useMemo<Column<BinRow>[]>(
    () => [
      { id: 'deletedAt', label: t('list.deletedAt'), kind: 'datetime', width: 140, value: (row) => row.deletedAtUtc },
      ...contactColumns,
    ],
    [t, contactColumns],
  )
  const [typed, setTyped] = useState('')
  const rows = useMemo(() => {
    const holds = finder(typed)
    return bin.data?.filter((row) => holds(textOf(row)))
  }, [bin.data, typed])

  return (
    <DataTable
      tableId="contactBin"
      label={t('list.bin')}
      columns={columns}
      rows={bin.error ? undefined : rows}
      rowId={(row) => row.id}
      rowName={(row) => row.fullName}
      cardLines={contactLines}
      onOpen={(row) => go('contact', { id: row.id })}
      hrefOf={(row) => pathTo('contact', { id: row.id })}
      rowActions={(row) => [{ label: t('bin.restore'), onClick: () => void restore(row) }]}
      onlyAction={t('bin.restore')}
      busy={bin.isFetching}
      error={bin.error ? { message: bin.error.message, onRetry: () => void bin.refetch() } : undefined}
      csvName={t('list.bin')}
      empty={{ title: t(typed.trim() ? 'search.nothing' : 'list.binEmpty') }}
    >
      <TypedSearchField
        label={t('list.quickFilter')}
        placeholder={t('list.quickFilterHint')}
        value={typed}
        onChange={setTyped}
        sx={{ width: 340, maxWidth: '100%' }}
      />
    </DataTable>
  )
}

const textOf = (row: BinRow) =>
  [row.fullName, row.companyName, row.zipCode, row.city, row.emailAddress, row.phoneNumber].join(' ')
