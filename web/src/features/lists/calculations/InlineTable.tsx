import useMediaQuery from '@mui/material/useMediaQuery'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { onPhone } from '../../../theme/narrow.ts'
import type { Editing as EditedRecord } from '../../../ui/conflicts/use-editing.ts'
import type { RowAction } from '../../../ui/DataTable/grid.ts'
import { rowButtonLook } from '../../../ui/DataTable/look.ts'
import { RowMenu } from '../../../ui/DataTable/Menus.tsx'
import { type EditableColumn, EditableTable } from '../../../ui/EditableTable/EditableTable.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { GuardsWithin, useAskedClose } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { CellTextField } from './CellTextField.tsx'
import { DecimalField } from './DecimalField.tsx'
import { type Editing, type InlineColumn, RowButtons } from './inline-row.tsx'

const newRow = 'new'

interface Props<Row, Values extends Record<string, string>> {
  label: string
  columns: readonly InlineColumn<Values>[]
  rows: readonly Row[]
  schema: z.ZodType<Values, Values>
  empty: Values
  editing: Editing
  onEdit: (editing: Editing) => void
  /** Conflict handling of the edited row. */
  shared: EditedRecord
  onSave: (values: Values, row: Row | null) => Promise<unknown>
  /** Returns additional entries for the menu of a row. */
  actionsOf?: (row: Row) => RowAction[]
  /** Tools on the left, and file import and export on the right. */
  tools: ReactNode
  files?: ReactNode
  /** Replaces the rows if there are none. */
  instead?: ReactNode
}

/** A table with one row at a time edited in place. */
export function InlineTable<Row extends { id: string } & Values, Values extends Record<string, string>>(
  props: Props<Row, Values>,
) {
  const { label, columns, rows, schema, empty, editing, onEdit, shared, onSave } = props
  const { t } = useTranslation('calculations')
  const { t: ui } = useTranslation('ui')
  const narrow = useMediaQuery(onPhone)
  const row = rows.find(({ id }) => id === editing) ?? null
  const [menu, setMenu] = useState<{ id: string; anchor: HTMLElement }>()
  const chosen = rows.find(({ id }) => id === menu?.id)
  const { guards, close } = useAskedClose(() => onEdit(null))
  const shown: readonly (Row | null)[] = editing === newRow ? [null, ...rows] : rows

  const cells = (_: string, index: number): ReactNode[] => {
    const one = shown[index] ?? null
    const edited = editing !== null && (one?.id ?? newRow) === editing
    return [
      ...columns.map((column, at) =>
        edited && !column.fixed ? (
          <Field key={column.name} column={column} inCell={!narrow} autoFocus={at === 0} />
        ) : (
          <Shown key={column.name} column={column} row={one} inCell={!narrow} isName={at === 0} />
        ),
      ),
      <Box key="actions" sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
        <RowButtons
          name={(columns[0] && one?.[columns[0].name]) ?? ''}
          id={one?.id}
          edited={edited}
          busy={editing !== null}
          onCancel={close}
          onMenu={(id, anchor) => setMenu({ id, anchor })}
        />
      </Box>,
    ]
  }

  function onDoubleClick({ target }: MouseEvent) {
    const id = target instanceof Element && target.closest<HTMLElement>('[data-row]')?.dataset.row
    if (editing === null && id) onEdit(id)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && editing !== null && close()

  return (
    <Paper sx={{ overflow: 'hidden', '& .inline-button': rowButtonLook }}>
      <Box sx={toolsLook}>
        {props.tools}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: 'auto' }}>{props.files}</Box>
      </Box>
      {props.instead ?? (
        <GuardsWithin value={guards}>
          <Form
            key={editing}
            label={label}
            schema={schema}
            defaultValues={valuesOf(columns, row ?? empty) as never}
            editing={shared}
            onSubmit={async (values) => {
              await onSave({ ...(row ? valuesOf(columns, row) : {}), ...values }, row)
              onEdit(null)
            }}
          >
            <Box onDoubleClick={onDoubleClick} onKeyDown={onKeyDown}>
              <EditableTable
                label={label}
                columns={[
                  ...columns.map(lookOf),
                  { label: ui('table.actions'), width: '60px', align: 'right', actions: true },
                ]}
                keys={shown.map((one) => one?.id ?? newRow)}
                kept={editing}
                rowsOnPage={60}
                leastWidth={leastWidthOf(columns)}
                cardsIn={onPhone}
                cells={cells}
              />
            </Box>
          </Form>
        </GuardsWithin>
      )}
      {menu && chosen && (
        <RowMenu
          actions={[{ label: t('edit'), onClick: () => onEdit(chosen.id) }, ...(props.actionsOf?.(chosen) ?? [])]}
          anchor={menu.anchor}
          onClose={() => setMenu(undefined)}
        />
      )}
    </Paper>
  )
}

const valuesOf = <Values extends Record<string, string>>(columns: readonly InlineColumn<Values>[], row: Values) =>
  Object.fromEntries(columns.map(({ name }) => [name, row[name]])) as unknown as Values

/** Returns the layout of a column: the first names the row, and numbers are narrower than texts. */
const lookOf = ({ label, unit }: InlineColumn<never>, at: number): EditableColumn => ({
  label,
  ...(unit ? { unit: unit.trim(), align: 'right' } : {}),
  width: at === 0 ? 'minmax(112px, 3fr)' : unit ? 'minmax(70px, 1fr)' : 'minmax(120px, 2fr)',
  wide: at === 0,
})
const leastWidthOf = (columns: readonly InlineColumn<never>[]) =>
  columns.reduce((sum, { unit }) => sum + (unit ? 76 : 122), 84)

const toolsLook = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  px: 2,
  py: 1,
  minHeight: 44,
} as const

interface FieldProps<Values> {
  column: InlineColumn<Values>
  inCell: boolean
  autoFocus: boolean
}

function Field<Values>({ column: { name, label, unit, unitIn }, inCell, autoFocus }: FieldProps<Values>) {
  const { getValues } = useFormMethods()
  const common = { name, label, inCell, autoFocus, required: !inCell }
  return unit ? <DecimalField {...common} unit={unitIn ? getValues(unitIn) : unit} /> : <CellTextField {...common} />
}

interface ShownProps<Values> {
  column: InlineColumn<Values>
  row: Values | null
  /** False on a card, which has no column headings. */
  inCell: boolean
  isName: boolean
}

function Shown<Values extends Record<string, string>>({ column, row, inCell, isName }: ShownProps<Values>) {
  const text = textOf(column, row?.[column.name] ?? '')
  if (inCell) {
    return (
      <Typography variant="body2" sx={{ px: column.unit ? 0 : 3.5, py: 1, overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
    )
  }
  if (isName) return <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{text}</Typography>
  return (
    <>
      <Typography variant="caption" color="textSecondary" component="div">
        {column.label}
      </Typography>
      <Typography variant="body2">
        {text} {column.unit}
      </Typography>
    </>
  )
}

const textOf = <Values,>({ unit, money }: InlineColumn<Values>, value: string) =>
  unit && value !== '' ? formatNumber(value, money ? Math.max(2, value.split('.')[1]?.length ?? 0) : undefined) : value
