import Alert from '@mui/material/Alert'
import { useMemo, useState } from 'react'
import { type ContactImport, type ImportRow, importApi, type RowResult, rowResults } from '#contract/contacts/imports'
import { pathTo } from '#contract/routes'
import { allPages, useApiPages } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ToggleButtons } from '../../../ui/buttons/ToggleButtons.tsx'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { ContactLink } from '../ContactLink.tsx'

/** Shows the number of rows per result, and each row with its contact or the reason for its rejection. */
export function ImportResults({ own }: { own: ContactImport }) {
  const { t } = useTranslation('imports')
  const go = useGo()
  const [result, setResult] = useState<RowResult | 'all'>('all')
  const columns = useColumns()
  const found = useApiPages(importApi.rows, inputOf(own.id, result === 'all' ? undefined : result), nextLine)
  const rows = useMemo(() => found.data?.pages.flatMap((page) => page.rows), [found.data])
  const counts = {
    all: own.rowsDone,
    CREATED: own.created,
    MATCHED: own.matched,
    CHANGED: own.changed,
    REJECTED: own.rejected,
  }

  return (
    <>
      {own.dryRun && own.state === 'DONE' && (
        <Alert severity="info" variant="outlined" sx={{ mb: 3 }}>
          {t('result.trial')}
        </Alert>
      )}
      <ToggleButtons
        aria-label={t('result.filter')}
        value={result}
        options={(['all', ...rowResults] as const).map((name) => ({
          value: name,
          label: (
            <>
              {t(`result.${name}`)}
              <Box component="span" sx={{ fontWeight: 600 }}>
                {formatNumber(counts[name])}
              </Box>
            </>
          ),
        }))}
        onChange={setResult}
        onAgain={() => setResult('all')}
        sx={{ mb: 2, flexWrap: 'wrap', '& > button': { px: 3, gap: 2 } }}
      />
      <Box sx={{ flex: 1, minHeight: 260 }}>
        <DataTable
          tableId="contactImportRows"
          label={t('result.table')}
          columns={columns}
          rows={rows}
          rowId={(row) => String(row.line)}
          rowName={(row) => row.name || String(row.line)}
          onOpen={(row) => row.contactRef && go('contact', { id: row.contactRef })}
          hrefOf={({ contactRef }) => (contactRef ? pathTo('contact', { id: contactRef }) : undefined)}
          onEndReached={() => found.hasNextPage && !found.isFetching && void found.fetchNextPage()}
          allRows={() => everyRow(own, result === 'all' ? undefined : result)}
          moreThan={found.hasNextPage ? rows?.length : undefined}
          isMarked={(row) => row.result === 'REJECTED'}
          busy={found.isFetchingNextPage}
          error={
            found.error && !rows ? { message: found.error.message, onRetry: () => void found.refetch() } : undefined
          }
          empty={{ title: t('result.empty') }}
        />
      </Box>
    </>
  )
}

const inputOf = (id: string, result: RowResult | undefined) => (after: number | undefined) => ({
  params: { id },
  query: { result, after, limit: 500 },
})
const nextLine = (page: { more: boolean; rows: ImportRow[] }) => (page.more ? page.rows.at(-1)?.line : undefined)

async function everyRow({ id }: ContactImport, result: RowResult | undefined) {
  return (await allPages(importApi.rows, inputOf(id, result), nextLine)).flatMap(({ rows }) => rows)
}

function useColumns(): Column<ImportRow>[] {
  const { t } = useTranslation('imports')
  return useMemo(() => {
    const fixed = { sortable: false, filterable: false }
    return [
      { ...fixed, id: 'line', label: t('result.line'), kind: 'number', width: 90, value: (row) => row.line },
      {
        ...fixed,
        id: 'result',
        label: t('result.result'),
        width: 120,
        value: (row) => t(`result.${row.result}`),
      },
      {
        ...fixed,
        id: 'name',
        label: t('result.name'),
        width: 200,
        value: (row) => row.name,
        render: (row) =>
          row.contactRef ? <ContactLink id={row.contactRef}>{row.name || row.line}</ContactLink> : row.name,
      },
      { ...fixed, id: 'reason', label: t('result.reason'), width: 700, value: (row) => row.reason },
    ]
  }, [t])
}
