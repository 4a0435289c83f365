import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useApiMutation } from '../../api/hooks.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { atField } from '../../ui/field-errors.ts'
import { mayLeave } from '../../ui/unsaved-changes.ts'
import { useConflict } from '../../ui/use-conflict.tsx'
import type { MasterDataProps, Saved } from './MasterDataPage.tsx'

interface Props<Row extends Saved, Values extends FieldValues> extends MasterDataProps<Row, Values> {
  /** Null for a new entry. */
  row: Row | null
  onClose: () => void
}

export function MasterDataDialog<Row extends Saved, Values extends FieldValues>(props: Props<Row, Values>) {
  const { api, schema, initial, one, nameOf, fields, fieldLabels, row, onClose } = props
  const { t } = useTranslation('masterData')
  const formId = useId()
  const options = { refreshes: [api.list], quiet: ['TITLE_EXIST', 'STALE_VERSION'] } as const
  const add = useApiMutation(api.add, options)
  const update = useApiMutation(api.update, options)
  const conflict = useConflict<Values, Row>({
    name: row ? nameOf(row) : '',
    fields: Object.entries(fieldLabels).map(([name, label]) => ({ name, label: label as string })),
    valuesOf: (saved) => schema.parse(saved),
  })

  async function save(values: Values) {
    const saving = row
      ? conflict.save(values, row, (body, version) =>
          update.mutateAsync({ params: { id: row.id }, body: { ...body, version } }),
        )
      : add.mutateAsync({ body: values })
    await saving.catch(atField({ TITLE_EXIST: 'title' }))
    onClose()
  }

  const close = async () => (await mayLeave()) && onClose()
  return (
    <Dialog
      open
      persistent
      title={row ? t('editTitle', { one }) : t('add', { one })}
      onClose={() => void close()}
      width={480}
      actions={
        <>
          <Button onClick={() => void close()}>{t('cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="contained"
            color="secondary"
            loading={add.isPending || update.isPending}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        label={one}
        schema={schema}
        defaultValues={(row ? schema.parse(row) : initial) as DefaultValues<Values>}
        onSubmit={save}
      >
        <Box sx={{ display: 'grid', gap: 4, pt: 2 }}>{fields}</Box>
      </Form>
      {conflict.dialog}
    </Dialog>
  )
}
