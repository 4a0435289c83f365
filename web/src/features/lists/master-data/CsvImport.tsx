import FileUploadIcon from '@mui/icons-material/FileUpload'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import type { ImportedRow } from '#contract/lists/master-data'
import { useApiMutation } from '../../../api/hooks.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FileDropZone } from '../../../ui/FileDropZone.tsx'

/** What a list needs that can be written to a file, changed elsewhere and read in again. */
export interface CsvApi {
  exportCsv: Endpoint
  importCsv: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<{ rows: ImportedRow[] }>>
}

interface Props {
  api: CsvApi
}

export function CsvImport({ api }: Props) {
  const { t } = useTranslation('masterData')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button startIcon={<FileUploadIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('csv.import')}
      </Button>
      {open && <ImportDialog api={api} onClose={() => setOpen(false)} />}
    </>
  )
}

function ImportDialog({ api, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('masterData')
  const { t: ui } = useTranslation('ui')
  const [refused, setRefused] = useState<string>()
  const send = useApiMutation(api.importCsv, { quiet: true })
  const rows = send.data?.rows
  const fault = refused ?? send.error?.message
  return (
    <Dialog
      open
      title={t('csv.import')}
      onClose={onClose}
      width={720}
      actions={<Button onClick={onClose}>{ui('action.close')}</Button>}
    >
      <Box sx={{ display: 'grid', gap: 3 }}>
        <FileDropZone
          multiple={false}
          accept={{ 'text/csv': ['.csv', '.txt', '.tsv'] }}
          label={t('csv.drop')}
          hint={t('csv.hint')}
          disabled={send.isPending}
          onFiles={([file]) => {
            setRefused(undefined)
            if (file) send.mutate({ file } as never)
          }}
          onRefused={([sentence]) => setRefused(sentence)}
        />
        {fault && <Alert severity="error">{fault}</Alert>}
        {rows && !fault && <Results rows={rows} />}
      </Box>
    </Dialog>
  )
}

function Results({ rows }: { rows: readonly ImportedRow[] }) {
  const { t } = useTranslation('masterData')
  const count = (result: ImportedRow['result']) => rows.filter((row) => row.result === result).length
  const columns = useMemo<Column<ImportedRow>[]>(
    () => [
      { id: 'line', label: t('csv.line'), value: (row) => row.line, kind: 'number', width: 80 },
      { id: 'title', label: t('title'), value: (row) => row.title, width: 180 },
      { id: 'result', label: t('csv.result'), value: (row) => t(`csv.is.${row.result}`), width: 120 },
      { id: 'reason', label: t('csv.reason'), value: (row) => row.reason, width: 300 },
    ],
    [t],
  )
  const summary = {
    created: count('CREATED'),
    changed: count('CHANGED'),
    unchanged: count('UNCHANGED'),
    rejected: count('REJECTED'),
  }
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
