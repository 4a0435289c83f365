import FileDownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Alert from '@mui/material/Alert'
import { useMemo } from 'react'
import type { ListedRow, listedEncounterApi } from '#contract/contacts/listed-encounters'
import type { AnswerOf } from '#contract/endpoint'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { download } from '../../../ui/DataTable/csv.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { ContactLink } from '../ContactLink.tsx'

/** Shows the result of each row of the list, with a download of the rejected rows. */
export function ListResults({ filed }: { filed: AnswerOf<typeof listedEncounterApi.upload> }) {
  const { t } = useTranslation('encounters')
  const columns = useColumns()
  const rejected = filed.rows.filter(isRejected).length
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
      <Alert severity={rejected > 0 ? 'warning' : 'success'} variant="outlined" role="status">
        {t('forList.filed', { count: filed.filed })}
        {rejected > 0 && `. ${t('forList.rejected', { count: rejected })}`}
      </Alert>
      {rejected > 0 && (
        <Box>
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<FileDownloadIcon />}
            onClick={() => download(`${t('forList.fileName')}.csv`, filed.rejected, 'text/csv;charset=utf-8')}
          >
            {t('forList.download')}
          </Button>
        </Box>
      )}
      <Box sx={{ height: 'min(420px, 50dvh)', display: 'flex', flexDirection: 'column' }}>
        <DataTable
          tableId="encountersForList"
          label={t('forList.table')}
          columns={columns}
          rows={filed.rows}
          rowId={(row) => String(row.line)}
          rowName={(row) => row.name || String(row.line)}
          cardLines={(row) => [row.detail]}
          isMarked={isRejected}
          csvName={t('forList.table')}
        />
      </Box>
    </Box>
  )
}

const isRejected = ({ result }: ListedRow) => result !== 'FILED' && result !== 'TWICE'

function useColumns(): Column<ListedRow>[] {
  const { t } = useTranslation('encounters')
  return useMemo(
    () => [
      { id: 'line', label: t('forList.line'), kind: 'number', width: 80, value: (row) => row.line },
      {
        id: 'name',
        label: t('forList.contact'),
        width: 240,
        value: (row) => row.name,
        render: (row) =>
          row.contactRef ? <ContactLink id={row.contactRef}>{row.name || row.line}</ContactLink> : row.name,
      },
      { id: 'detail', label: t('forList.result'), width: 420, value: (row) => row.detail },
    ],
    [t],
  )
}
