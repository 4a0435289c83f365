import FileDownloadIcon from '@mui/icons-material/FileDownload'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import type { Column } from './DataTable/columns.ts'
import { download, toCsv } from './DataTable/csv.ts'

interface Props<Row> {
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

/** A list that is no table as a file. */
export function CsvButton<Row>({ name, columns, rows }: Props<Row>) {
  const { t } = useTranslation('ui')
  const words = { yes: t('value.yes'), no: t('value.no') }
  return (
    <Button
      startIcon={<FileDownloadIcon />}
      disabled={rows.length === 0}
      onClick={() => download(`${name}.csv`, toCsv(columns, rows, words), 'text/csv;charset=utf-8')}
      sx={{ justifySelf: 'start' }}
    >
      {t('table.export')}
    </Button>
  )
}
