import { useMemo } from 'react'
import { type ContactImportSummary, importApi } from '#contract/contacts/imports'
import { pathTo } from '#contract/routes'
import { changeThen, useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { isBusy, useStateWord } from './import-words.ts'

/** Lists all imports, with live progress. */
export function ImportList() {
  const { t } = useTranslation('imports')
  const go = useGo()
  const confirm = useConfirm()
  const columns = useColumns()
  const imports = useApi(importApi.list, {}, { quiet: true })
  const remove = useApiMutation(importApi.remove)

  async function removeOne({ id, fileName: name }: ContactImportSummary) {
    const sure = await confirm({ title: t('list.remove'), message: t('list.removeMessage', { name }) })
    if (sure) changeThen(remove, { params: { id } }, () => notify(t('list.removed', { name })))
  }

  return (
    <Box sx={{ flex: 1, minHeight: 260 }}>
      <DataTable
        tableId="contactImports"
        label={t('list.title')}
        columns={columns}
        rows={imports.data}
        rowId={(row) => row.id}
        rowName={(row) => row.fileName}
        onOpen={(row) => go('csvImport', { id: row.id })}
        hrefOf={(row) => pathTo('csvImport', { id: row.id })}
        rowActions={(row) =>
          isBusy(row.state) ? [] : [{ label: t('list.remove'), onClick: () => void removeOne(row) }]
        }
        error={
          imports.error && !imports.data
            ? { message: imports.error.message, onRetry: () => void imports.refetch() }
            : undefined
        }
        empty={{ title: t('list.empty'), hint: t('list.emptyHint') }}
      />
    </Box>
  )
}

function useColumns(): Column<ContactImportSummary>[] {
  const { t } = useTranslation('imports')
  const stateWord = useStateWord()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with t alone
  return useMemo(
    () => [
      { id: 'file', label: t('list.file'), width: 240, value: (row) => row.fileName },
      { id: 'state', label: t('list.state'), width: 150, value: (row) => stateWord(row) },
      { id: 'rows', label: t('list.rows'), kind: 'number', width: 84, value: (row) => row.rowsDone },
      { id: 'created', label: t('result.CREATED'), kind: 'number', width: 84, value: (row) => row.created },
      { id: 'changed', label: t('result.CHANGED'), kind: 'number', width: 92, value: (row) => row.changed },
      { id: 'matched', label: t('result.MATCHED'), kind: 'number', width: 96, value: (row) => row.matched },
      { id: 'rejected', label: t('result.REJECTED'), kind: 'number', width: 96, value: (row) => row.rejected },
      { id: 'by', label: t('list.by'), width: 120, value: (row) => row.createdBy },
      { id: 'at', label: t('list.at'), kind: 'datetime', width: 150, value: (row) => row.createdAtUtc },
    ],
    [t],
  )
}
