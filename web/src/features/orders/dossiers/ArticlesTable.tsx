import AddIcon from '@mui/icons-material/Add'
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import type { TFunction } from 'i18next'
import { Fragment, type ReactNode, useCallback, useMemo } from 'react'
import { useFieldArray } from 'react-hook-form'
import { limits } from '#contract/limits'
import type { articleFields } from '#contract/orders/dossiers'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { type EditableColumn, EditableTable } from '../../../ui/EditableTable/EditableTable.tsx'
import { useRowKeys } from '../../../ui/EditableTable/use-row-keys.ts'
import { DecimalField } from '../../../ui/fields/DecimalField.tsx'
import { NumberField } from '../../../ui/fields/NumberField.tsx'
import type { Option } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useKnownContact } from './DossierContact.tsx'
import type { FlameValues } from './dossier-values.ts'
import { ListField } from './fields/ListField.tsx'
import { ProductField } from './fields/ProductField.tsx'
import { newArticle } from './new-article.ts'
import { useDossierLists } from './use-dossier-lists.ts'

const name = 'dossier.articles'

export function ArticlesTable({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('dossiers')
  const rows = useArticles()
  const { columns, cells } = useCells(readOnly, rows.remove)

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
          nameOf={(index) => t('articles.row', { number: index + 1 })}
          onMove={readOnly ? undefined : rows.move}
          cells={cells}
        />
      )}
      <Box sx={{ px: 3, pt: 2, pb: 3 }}>
        <TextField name="dossier.noteForArticles" label={t('field.noteForArticles')} rows={2} readOnly={readOnly} />
      </Box>
    </Panel>
  )
}

/** Article fields with a column. The name of the product is shown in the column of the product. */
type ArticleField = Exclude<keyof typeof articleFields, 'productName'>
interface FieldColumn extends Omit<EditableColumn, 'label'> {
  cell: (path: string, label: string) => ReactNode
}

/** Returns the columns and their cells; stable until the options of a field change. */
function useCells(readOnly: boolean, remove: (index: number) => Promise<void>) {
  const { t } = useTranslation('dossiers')
  const { warehouses } = useDossierLists()
  return useMemo(() => {
    const fields = fieldColumns(t, warehouses, readOnly)
    if (readOnly) {
      return {
        columns: fields,
        cells: (path: string) =>
          fields.map(({ name, label, cell }) => <Fragment key={name}>{cell(path, label)}</Fragment>),
      }
    }
    const actions: EditableColumn = { label: t('actions'), width: '48px', align: 'right', actions: true }
    return {
      columns: [...fields, actions],
      cells: (path: string, index: number) => [
        ...fields.map(({ name, label, cell }) => <Fragment key={name}>{cell(path, label)}</Fragment>),
        <div key="actions" style={{ paddingTop: 4 }}>
          <button
            type="button"
            className="line-button"
            aria-label={t('articles.remove', { name: t('articles.row', { number: index + 1 }) })}
            onClick={() => void remove(index)}
          >
            <DeleteOutlineIcon fontSize="small" />
          </button>
        </div>,
      ],
    }
  }, [t, warehouses, readOnly, remove])
}

/** Returns the columns in their order, with the field of each. */
function fieldColumns(t: TFunction<'dossiers'>, warehouses: readonly Option[] | undefined, readOnly: boolean) {
  const columns: Record<ArticleField, FieldColumn> = {
    productRef: {
      width: 'minmax(168px, 4fr)',
      wide: true,
      cell: (path) => <ProductField path={path} readOnly={readOnly} />,
    },
    quantity: {
      width: '56px',
      align: 'right',
      cell: (path, label) => <NumberField name={`${path}.quantity`} label={label} readOnly={readOnly} />,
    },
    discount: {
      width: '68px',
      align: 'right',
      cell: (path, label) => (
        <DecimalField name={`${path}.discount`} label={label} unit="%" nullable readOnly={readOnly} />
      ),
    },
    warehouse: {
      width: 'minmax(100px, 2fr)',
      cell: (path, label) => (
        <ListField name={`${path}.warehouse`} label={label} options={warehouses} placeholder="–" readOnly={readOnly} />
      ),
    },
    description: {
      width: 'minmax(116px, 4fr)',
      cell: (path, label) => <TextField name={`${path}.description`} label={label} readOnly={readOnly} />,
    },
  }
  return (Object.keys(columns) as ArticleField[]).map((name) => ({ name, label: t(`field.${name}`), ...columns[name] }))
}

function useArticles() {
  const { t } = useTranslation('dossiers')
  const { control, getValues } = useFormMethods<FlameValues>()
  const confirm = useConfirm()
  const contact = useKnownContact()
  const { fields, append, move, remove } = useFieldArray({ control, name, keyName: 'key' })
  const keys = useRowKeys(fields)

  const add = () => append(newArticle(contact?.customerType), { focusName: `${name}.${fields.length}.productRef` })

  const confirmRemove = useCallback(
    async (index: number): Promise<void> => {
      const what = getValues(`${name}.${index}.productName`) || t('articles.row', { number: index + 1 })
      const answer = await confirm({
        title: t('articles.removeTitle'),
        message: t('articles.removeMessage', { name: what }),
        ok: t('articles.removeTitle'),
      })
      if (answer === 'ok') remove(index)
    },
    [getValues, confirm, remove, t],
  )

  return {
    keys,
    full: fields.length >= limits.dossier.articles,
    add,
    move,
    remove: confirmRemove,
  }
}
