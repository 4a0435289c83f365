import { type ReactNode, useId } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { ConflictField } from '../../../ui/conflicts/ConflictDialog.tsx'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { type Column, cellText } from '../../../ui/DataTable/columns.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { FormActions } from '../../../ui/forms/FormActions.tsx'
import { atField } from '../../../ui/forms/field-errors.ts'
import { GuardsWithin, useAskedClose } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import type { ListApi, Saved } from './InUseDialog.tsx'
import type { ListProps } from './ListPage.tsx'

export interface MasterDataProps<Row extends Saved, Values extends FieldValues, Input extends FieldValues>
  extends ListProps<Row> {
  /** One of `masterData` in the contract; the form submits the body of `add`. */
  api: ListApi<Row> & { update: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<Row>> }
  schema: z.ZodType<Values, Input>
  /** Initial values of a new entry. */
  initial: Input
  /** Fields of the form, and their labels for the conflict dialog. */
  fields: ReactNode
  fieldLabels: Record<keyof Values & string, string>
  /** Maximum width of the form in pixels. */
  width?: number
}

interface Props<Row extends Saved, Values extends FieldValues, Input extends FieldValues>
  extends MasterDataProps<Row, Values, Input> {
  /** Null for a new entry. */
  row: Row | null
  onClose: () => void
}

export function MasterDataDialog<Row extends Saved, Values extends FieldValues, Input extends FieldValues>(
  props: Props<Row, Values, Input>,
) {
  const { api, schema, initial, one, nameOf, columns, fields, fieldLabels, width, row, onClose } = props
  const { t } = useTranslation('ui')
  const formId = useId()
  const options = { quiet: ['TITLE_EXIST', 'STALE_VERSION'] } as const
  const add = useApiMutation(api.add, options)
  const update = useApiMutation(api.update, options)
  const words = { yes: t('value.yes'), no: t('value.no') }
  const editing = useEditing<Values, Row>(row, {
    name: row ? nameOf(row) : '',
    fields: conflictFields<Row, Values>(fieldLabels, columns, words),
    valuesOf: (saved) => schema.parse(saved),
  })

  async function save(values: Values) {
    const saving = row
      ? editing.save(values, (body, version) =>
          update.mutateAsync({ params: { id: row.id }, body: { ...body, version } }),
        )
      : add.mutateAsync({ body: values })
    await saving.catch(atField({ TITLE_EXIST: 'title' }))
    onClose()
  }

  return (
    <EntryDialog
      one={one}
      isNew={!row}
      formId={formId}
      saving={add.isPending || update.isPending}
      {...{ width, onClose }}
    >
      <Form
        id={formId}
        label={one}
        schema={schema}
        defaultValues={(row ? schema.parse(row) : initial) as DefaultValues<Input>}
        editing={editing}
        onSubmit={save}
      >
        <Box sx={{ ...fieldGrid({ xs: 1 }), pt: 2 }}>{fields}</Box>
      </Form>
    </EntryDialog>
  )
}

interface EntryDialogProps {
  one: string
  isNew: boolean
  formId: string
  saving: boolean
  width?: number
  onClose: () => void
  children: ReactNode
}

/** The dialog around the form of an entry; asks about unsaved changes when closed. */
export function EntryDialog({ one, isNew, formId, saving, width = 480, onClose, children }: EntryDialogProps) {
  const { t } = useTranslation('masterData')
  const { guards, close } = useAskedClose(onClose)
  return (
    <Dialog
      open
      persistent="form"
      title={isNew ? t('add', { one }) : t('editTitle', { one })}
      onClose={close}
      width={width}
      actions={<FormActions form={formId} onCancel={close} loading={saving} />}
    >
      <GuardsWithin value={guards}>{children}</GuardsWithin>
    </Dialog>
  )
}

/** Returns the conflict fields; values with a column are displayed like in the column. */
function conflictFields<Row extends Saved, Values>(
  labels: Record<keyof Values & string, string>,
  columns: readonly Column<Row>[],
  words: { yes: string; no: string },
): ConflictField<Values>[] {
  return Object.entries<string>(labels).map(([name, label]) => {
    const column = columns.find(({ id }) => id === name)
    return {
      name: name as keyof Values & string,
      label,
      ...(column ? { show: (value) => cellText(column, { [name]: value } as never, words) } : {}),
    }
  })
}
