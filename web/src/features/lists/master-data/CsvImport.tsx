import FileUploadIcon from '@mui/icons-material/FileUpload'
import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import type { ImportedRow } from '#contract/lists/master-data'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { withColon } from '../../../i18n/written.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FileDropZone } from '../../../ui/files/FileDropZone.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useReading } from './use-reading.ts'

/** Calls of a list that can be exported to CSV and imported again. */
export interface CsvApi {
  exportCsv: Endpoint
  importCsv: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<{ rows: ImportedRow[] }>>
}

interface Props {
  /** Name of the list, for the notice about an import whose dialog was closed. */
  title: string
  api: CsvApi
}

export function CsvImport({ title, api }: Props) {
  const { t } = useTranslation('masterData')
  const reading = useReading(api.importCsv, ({ rows }) => {
    const counts = countsOf(rows)
    return { sentence: withColon(title, t('csv.summary', counts)), rejected: counts.rejected }
  })
  return (
    <>
      <Button startIcon={<FileUploadIcon />} aria-haspopup="dialog" onClick={reading.open}>
        {t('csv.import')}
      </Button>
      {reading.isOpen && <ImportDialog reading={reading} />}
    </>
  )
}

function ImportDialog({ reading }: { reading: ReturnType<typeof useReading<CsvApi['importCsv']>> }) {
  const { t } = useTranslation('masterData')
  const { t: ui } = useTranslation('ui')
  const [refused, setRefused] = useState<string>()
  const { isReading, close } = reading
  const rows = reading.answer?.rows
  const fault = refused ?? reading.error?.message
  return (
    <Dialog
      open
      title={t('csv.import')}
      onClose={close}
      width={720}
      actions={<Button onClick={close}>{ui('action.close')}</Button>}
    >
      <Box sx={{ display: 'grid', gap: 3 }}>
        <FileDropZone
          multiple={false}
          accept={{ 'text/csv': ['.csv', '.txt', '.tsv'] }}
          label={t('csv.drop')}
          hint={t('csv.hint')}
          disabled={isReading}
          onFiles={([file]) => {
            setRefused(undefined)
            if (file) reading.read({ file } as never)
          }}
          onRefused={([sentence]) => setRefused(sentence)}
        />
        {isReading && <LinearProgress color="secondary" aria-label={t('csv.reading')} />}
        {fault && <Alert severity="error">{fault}</Alert>}
        {rows && !fault && <Results rows={rows} />}
      </Box>
    </Dialog>
  )
}

function countsOf(rows: readonly ImportedRow[]) {
  const count = (result: ImportedRow['result']) => rows.filter((row) => row.result === result).length
  return {
    created: count('CREATED'),
    changed: count('CHANGED'),
    unchanged: count('UNCHANGED'),
    rejected: count('REJECTED'),
  }
}

function Results({ rows }: { rows: readonly ImportedRow[] }) {
  const { t } = useTranslation('masterData')
  const columns = useMemo<Column<ImportedRow>[]>(
    () => [
      { id: 'line', label: t('csv.line'), value: (row) => row.line, kind: 'number', width: 80 },
      { id: 'title', label: t('title'), value: (row) => row.title, width: 180 },
      { id: 'result', label: t('csv.result'), value: (row) => t(`csv.is.${row.result}`), width: 120 },
      { id: 'reason', label: t('csv.reason'), value: (row) => row.reason, width: 300 },
    ],
    [t],
  )
  const summary = countsOf(rows)
  return (
    <>
      <Alert severity={summary.rejected > 0 ? 'warning' : 'success'}>{t('csv.summary', summary)}</Alert>
      <DataTable
        tableId="listImport"
        label={t('csv.result')}
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.line)}
        height={320}
      />
    </>
  )
}
