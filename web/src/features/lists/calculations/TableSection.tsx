import { useState } from 'react'
import type { z } from 'zod'
import type { crud } from '#contract/endpoint'
import type { csv } from '#contract/lists/master-data'
import type { HistoryList } from '#contract/together/history'
import type { ApiError } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { ExportButton } from '../../../ui/files/ExportButton.tsx'
import { atField } from '../../../ui/forms/field-errors.ts'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { accessTo, HistoryButton, HistoryDialog } from '../../together/history/HistoryDialog.tsx'
import { CsvImport } from '../master-data/CsvImport.tsx'
import { InlineTable } from './InlineTable.tsx'
import type { InlineColumn } from './inline-row.tsx'
import { useEditedRow } from './use-edited-row.ts'

type Values = Record<string, string>
type Row = Values & { id: string }
type Saved = Row & { version: number }

interface Props {
  api: ReturnType<typeof crud> & ReturnType<typeof csv>
  list: { data?: unknown; error: ApiError | null; refetch: () => unknown }
  /** Key of the list in the change history. */
  history: HistoryList
  title: string
  one: string
  // biome-ignore lint/suspicious/noExplicitAny: the columns of one of two tables, each typed where it is written
  columns: readonly InlineColumn<any>[]
  empty: Values
}

/** A table of a calculation with rows that are added, edited and removed in place. */
export function TableSection({ api, list, history, title, one, columns, empty }: Props) {
  const { t } = useTranslation('calculations')
  const { t: ui } = useTranslation('ui')
  const { t: words } = useTranslation('history')
  const confirm = useConfirm()
  const may = useMay()
  const [told, setTold] = useState<Row>()
  const options = { quiet: ['TITLE_EXIST', 'STALE_VERSION', 'VALIDATION'] } as const
  const add = useApiMutation(api.add, options)
  const update = useApiMutation(api.update, options)
  const remove = useApiMutation(api.remove)
  const restore = useApiMutation(api.add)
  const { rows, edited, editing, setEditing } = useEditedRow(list.data as readonly Saved[] | undefined)
  const shared = useEditing<Values, Saved>(edited, {
    name: edited?.title ?? '',
    fields: columns.map(({ name, label, unit }) => ({ name, label: unit ? `${label} (${unit})` : label })),
    valuesOf: (saved) => Object.fromEntries(columns.map(({ name }) => [name, saved[name] ?? ''])),
  })
  const startNew = () => setEditing('new')
  useScreenActions({ title, add: { label: t('add', { one }), onClick: startNew, disabled: editing !== null } })

  async function save(values: Values, row: Row | null) {
    const saving = row
      ? shared.save(values, (body, version) =>
          update.mutateAsync({ params: { id: row.id }, body: { ...body, version } }),
        )
      : add.mutateAsync({ body: values })
    await saving.catch(atField({ TITLE_EXIST: 'title' }))
  }

  async function askAndRemove(row: Row) {
    const name = row.title ?? ''
    const answer = await confirm({
      title: t('remove.title', { one }),
      message: t('remove.message', { one, name }),
      ok: t('remove.ok'),
    })
    if (!answer) return
    const undo = () =>
      restore.mutate({ body: Object.fromEntries(columns.map((column) => [column.name, row[column.name] ?? ''])) })
    remove.mutate(
      { params: { id: row.id } },
      { onSuccess: () => notify(t('remove.done', { name }), { action: { label: t('remove.undo'), onClick: undo } }) },
    )
  }

  if (list.error) return <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
  if (!rows) return <SkeletonLines />
  return (
    <>
      <InlineTable<Row, Values>
        label={title}
        columns={columns}
        rows={rows}
        schema={api.add.body as unknown as z.ZodType<Values, Values>}
        empty={empty}
        editing={editing}
        onEdit={setEditing}
        shared={shared}
        onSave={save}
        actionsOf={(row) => [
          ...(may(accessTo(history)) ? [{ label: words('title'), onClick: () => setTold(row) }] : []),
          { label: t('remove.ok'), onClick: () => void askAndRemove(row) },
        ]}
        tools={<HistoryButton list={history} name={title} />}
        files={
          <>
            <CsvImport title={title} api={api} />
            <ExportButton files={[{ label: ui('table.exportWhole'), from: api.exportCsv.path }]} />
          </>
        }
        instead={
          rows.length === 0 && editing === null ? (
            <EmptyState title={t('empty')} hint={t('emptyHint', { one })} />
          ) : undefined
        }
      />
      {told && <HistoryDialog list={history} id={told.id} name={told.title ?? ''} onClose={() => setTold(undefined)} />}
    </>
  )
}
