import AddIcon from '@mui/icons-material/Add'
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits'
import { presetDiscount } from '#contract/orders/dossiers'
import { useConfirm } from '../../../ui/confirm.tsx'
import { type EditableColumn, EditableTable } from '../../../ui/EditableTable/EditableTable.tsx'
import { DecimalField } from '../../../ui/fields/DecimalField.tsx'
import { NumberField } from '../../../ui/fields/NumberField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useKnownContact } from './DossierContact.tsx'
import type { FlameValues } from './dossier-values.ts'
import { ListField } from './fields/ListField.tsx'
import { ProductField } from './fields/ProductField.tsx'
import { useDossierLists } from './use-dossier-lists.ts'

const name = 'dossier.articles'

/** What was ordered, in its order. */
export function ArticlesTable({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('dossiers')
  const rows = useArticles()
  const { warehouses } = useDossierLists()
  const columns: EditableColumn[] = [
    { label: t('field.productRef'), width: 'minmax(220px, 4fr)', wide: true },
    { label: t('field.quantity'), width: '90px', align: 'right' },
    { label: t('field.discount'), width: '100px', align: 'right' },
    { label: t('field.warehouse'), width: 'minmax(130px, 2fr)' },
    { label: t('field.description'), width: 'minmax(160px, 3fr)' },
    ...(readOnly ? [] : [{ label: t('actions'), width: '64px', align: 'right', actions: true } as const]),
  ]

  return (
    <Panel
      title={t('section.articles')}
      count={rows.keys.length}
      action={
        !readOnly && (
          <Button startIcon={<AddIcon />} disabled={rows.full} onClick={rows.add}>
            {t('articles.add')}
          </Button>
        )
      }
    >
      {rows.keys.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ px: 3, pb: 2 }}>
          {t('articles.empty')}
        </Typography>
      ) : (
        <EditableTable
          name={name}
          label={t('section.articles')}
          columns={columns}
          keys={rows.keys}
          readOnly={readOnly}
          nameOf={(index) => t('articles.row', { number: index + 1 })}
          onMove={rows.move}
          cells={(path, index) => [
            <ProductField key="product" path={path} readOnly={readOnly} />,
            <NumberField key="quantity" name={`${path}.quantity`} label={t('field.quantity')} readOnly={readOnly} />,
            <DecimalField
              key="discount"
              name={`${path}.discount`}
              label={t('field.discount')}
              nullable
              readOnly={readOnly}
            />,
            <ListField
              key="warehouse"
              name={`${path}.warehouse`}
              label={t('field.warehouse')}
              options={warehouses}
              placeholder="–"
              readOnly={readOnly}
            />,
            <TextField key="note" name={`${path}.description`} label={t('field.description')} readOnly={readOnly} />,
            ...(readOnly
              ? []
              : [
                  <Box key="actions" sx={{ textAlign: 'right', pt: 1 }}>
                    <IconButton
                      aria-label={t('articles.remove', { name: t('articles.row', { number: index + 1 }) })}
                      onClick={() => void rows.remove(index)}
                    >
                      <DeleteOutlineIcon fontSize="small" />
                    </IconButton>
                  </Box>,
                ]),
          ]}
        />
      )}
      <Box sx={{ px: 3, pt: 2, pb: 3 }}>
        <TextField name="dossier.noteForArticles" label={t('field.noteForArticles')} rows={2} readOnly={readOnly} />
      </Box>
    </Panel>
  )
}

function useArticles() {
  const { t } = useTranslation('dossiers')
  const { control, getValues } = useFormContext<FlameValues>()
  const confirm = useConfirm()
  const contact = useKnownContact()
  const { fields, append, move, remove } = useFieldArray({ control, name, keyName: 'key' })

  const add = () =>
    append(
      {
        productRef: null,
        productName: '',
        quantity: 1,
        discount: (contact?.customerType && presetDiscount[contact.customerType]) ?? null,
        warehouse: null,
        description: '',
      },
      { focusName: `${name}.${fields.length}.productRef` },
    )

  async function confirmRemove(index: number): Promise<void> {
    const what = getValues(`${name}.${index}.productName`) || t('articles.row', { number: index + 1 })
    const answer = await confirm({
      title: t('articles.removeTitle'),
      message: t('articles.removeMessage', { name: what }),
      ok: t('articles.removeTitle'),
    })
    if (answer === 'ok') remove(index)
  }

  return {
    keys: fields.map(({ key }) => key),
    full: fields.length >= limits.dossier.articles,
    add,
    move,
    remove: confirmRemove,
  }
}
