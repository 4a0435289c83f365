import { type ReactNode, useMemo, useState } from 'react'
import type { Problem } from '#contract/errors'
import type { HistoryList } from '#contract/together/history'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { useListed } from '../../../ui/conflicts/use-listed.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { followUp } from '../../../ui/dialogs/follow-up.ts'
import { type ScreenActions, useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { accessTo, HistoryButton, HistoryDialog } from '../../together/history/HistoryDialog.tsx'
import { type CsvApi, CsvImport } from './CsvImport.tsx'
import { InUseDialog, type ListApi, type Saved } from './InUseDialog.tsx'

export interface ListProps<Row extends Saved> {
  api: ListApi<Row>
  /** Key of the table and of the change history. */
  tableId: HistoryList
  /** Title of the list: 'Branchen', and name of an entry: 'Branche'. */
  title: string
  one: string
  nameOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Filters the rows of this page. Default: all. */
  shows?: (row: Row) => boolean
  /** Sorts the rows. Default: the order of the response. */
  compare?: (a: Row, b: Row) => number
  tabs?: ScreenActions['tabs']
  /** Set for lists with CSV export and import. */
  csv?: CsvApi
  /** Tools of the list beside those of the table. */
  tools?: ReactNode
  /** Reads the parts deleted with a row; resolves to a function that adds them to the restored row. */
  partsOf?: (row: Row) => Promise<(broughtBack: { id: string }) => Promise<unknown>>
}

interface Props<Row extends Saved> extends ListProps<Row> {
  /** Returns the body of `add` that restores a removed row. */
  bodyOf: (row: Row) => object
  /** Renders the form of a row; null for a new one. */
  form: (row: Row | null, onClose: () => void) => ReactNode
}

/** A list page. Removes entries, or replaces them if in use; `form` adds and edits them. */
export function ListPage<Row extends Saved>(props: Props<Row>) {
  const { api, tableId, title, one, nameOf, columns, shows, compare, tabs, csv, tools, partsOf, bodyOf, form } = props
  const { t } = useTranslation('masterData')
  const { t: words } = useTranslation('history')
  const confirm = useConfirm()
  const [edited, setEdited] = useState<Row | 'new'>()
  const [told, setTold] = useState<Row>()
  const [inUse, setInUse] = useState<{ row: Row; usedBy: Problem['usedBy'] }>()
  const list = useApi(api.list, {}, { quiet: true })
  const listed = useListed(list.data, edited === 'new' ? undefined : edited?.id)
  const restore = useApiMutation(api.add)
  const remove = useApiMutation(api.remove, { quiet: ['IN_USE'] })
  const rows = useMemo(() => {
    const shown = shows ? list.data?.filter(shows) : list.data
    return compare ? shown?.toSorted(compare) : shown
  }, [list.data, shows, compare])
  const may = useMay()
  const mayAdd = may(api.add.allow)
  const add = { label: t('add', { one }), onClick: () => setEdited('new') }
  useScreenActions({ title, tabs, add: mayAdd ? add : undefined })

  async function askAndRemove(row: Row) {
    const name = nameOf(row)
    const answer = await confirm({
      title: t('remove.title', { one }),
      message: t('remove.message', { one, name }),
      ok: t('remove.ok'),
    })
    if (!answer) return
    // no undo if the parts cannot be read, because it would lose them
    const addParts = await partsOf?.(row).catch(() => null)
    const bringBack = async () => {
      const broughtBack = await restore.mutateAsync({ body: bodyOf(row) })
      await addParts?.(broughtBack)
    }
    remove.mutate(
      { params: { id: row.id } },
      {
        onSuccess: () =>
          notify(t('remove.done', { name }), {
            action:
              mayAdd && addParts !== null
                ? // errors are already reported
                  { label: t('remove.undo'), onClick: () => void bringBack().catch(() => {}) }
                : undefined,
          }),
        onError: async ({ problem }) => {
          if (problem.code !== 'IN_USE') return
          await followUp()
          setInUse({ row, usedBy: problem.usedBy })
        },
      },
    )
  }

  return (
    <>
      <DataTable
        tableId={tableId}
        label={title}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowName={nameOf}
        error={list.error ? { message: list.error.message, onRetry: () => void list.refetch() } : undefined}
        busy={list.isFetching}
        empty={{ title: t('empty') }}
        onOpen={setEdited}
        wholeFile={csv?.exportCsv.path}
        importing={csv && <CsvImport title={title} api={csv} />}
        rowActions={(row) => [
          { label: t('edit'), onClick: () => setEdited(row) },
          ...(may(accessTo(tableId)) ? [{ label: words('title'), onClick: () => setTold(row) }] : []),
          ...(may(api.remove.allow) ? [{ label: t('remove.ok'), onClick: () => void askAndRemove(row) }] : []),
        ]}
      >
        {tools}
        <HistoryButton list={tableId} name={title} />
      </DataTable>
      {(edited === 'new' || listed) && form(listed ?? null, () => setEdited(undefined))}
      {told && <HistoryDialog list={tableId} id={told.id} name={nameOf(told)} onClose={() => setTold(undefined)} />}
      {inUse && (
        <InUseDialog
          api={api}
          one={one}
          row={inUse.row}
          usedBy={inUse.usedBy ?? []}
          others={(list.data ?? []).filter((row) => row.id !== inUse.row.id)}
          nameOf={nameOf}
          onClose={() => setInUse(undefined)}
        />
      )}
    </>
  )
}
