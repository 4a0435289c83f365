import type { Endpoint } from '@glut/contract/endpoint'
import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useApi, useApiMutation } from '../../api/hooks.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import type { Column } from '../../ui/DataTable/columns.ts'
import { DataTable } from '../../ui/DataTable/DataTable.tsx'
import { useScreenActions } from '../../ui/screen-actions.ts'
import { notify } from '../../ui/snackbar.ts'
import { MasterDataDialog } from './MasterDataDialog.tsx'

export interface Saved {
  id: string
  version: number
}

export interface MasterDataProps<Row extends Saved, Values extends FieldValues> {
  /** One of `masterData` in the contract, and the body of its `add`. */
  api: {
    list: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<Row[]>>
    add: Endpoint
    update: Endpoint
    remove: Endpoint
  }
  schema: z.ZodType<Values, Values>
  /** What a new entry starts with. */
  initial: Values
  tableId: string
  /** What the entries are called: 'Branchen', and one of them: 'Branche'. */
  title: string
  one: string
  nameOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** The fields of the form, and how they are called where two versions differ. */
  fields: ReactNode
  fieldLabels: Record<keyof Values & string, string>
}

/** A plain list whose entries are added, changed and removed. A list with a case of its own gets a page of its own. */
export function MasterDataPage<Row extends Saved, Values extends FieldValues>(props: MasterDataProps<Row, Values>) {
  const { api, schema, tableId, title, one, nameOf, columns } = props
  const { t } = useTranslation('masterData')
  const confirm = useConfirm()
  const [edited, setEdited] = useState<Row | 'new'>()
  const list = useApi(api.list, {}, { quiet: true })
  const restore = useApiMutation(api.add, { refreshes: [api.list] })
  const remove = useApiMutation(api.remove, { refreshes: [api.list] })
  const add = () => setEdited('new')
  useScreenActions({ title, add: { label: t('add', { one }), onClick: add } })

  async function askAndRemove(row: Row) {
    const name = nameOf(row)
    const answer = await confirm({
      title: t('remove.title', { one }),
      message: t('remove.message', { one, name }),
      ok: t('remove.ok'),
    })
    if (!answer) return
    remove.mutate(
      { params: { id: row.id } },
      {
        onSuccess: () =>
          notify(t('remove.done', { name }), {
            action: { label: t('remove.undo'), onClick: () => restore.mutate({ body: schema.parse(row) }) },
          }),
      },
    )
  }

  return (
    <>
      <DataTable
        tableId={tableId}
        label={title}
        columns={columns}
        rows={list.data}
        rowId={(row) => row.id}
        rowName={nameOf}
        error={list.error ? { message: list.error.message, onRetry: () => void list.refetch() } : undefined}
        busy={list.isFetching}
        empty={{ title: t('empty') }}
        onOpen={setEdited}
        rowActions={(row) => [
          { label: t('edit'), onClick: () => setEdited(row) },
          { label: t('remove.ok'), onClick: () => void askAndRemove(row) },
        ]}
      />
      {edited && (
        <MasterDataDialog {...props} row={edited === 'new' ? null : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}
