import { useTranslation } from '../../i18n/use-translation.ts'
import type { Column } from '../DataTable/columns.ts'
import { download, toCsv } from '../DataTable/csv.ts'
import { ExportButton } from './ExportButton.tsx'

interface Props<Row> {
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

/** A button that exports a list without a table as CSV. */
export function CsvButton<Row>({ name, columns, rows }: Props<Row>) {
  const { t } = useTranslation('ui')
  const words = { yes: t('value.yes'), no: t('value.no') }
  return (
    <ExportButton
      disabled={rows.length === 0}
      files={[
        {
          label: t('table.exportShown'),
          from: () => download(`${name}.csv`, toCsv(columns, rows, words), 'text/csv;charset=utf-8'),
        },
      ]}
    />
  )
}
