import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { SxProps, Theme } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Fragment, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { RowAction } from '../../../ui/DataTable/grid.ts'
import { RowMenu } from '../../../ui/DataTable/Menus.tsx'
import { Form } from '../../../ui/Form.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { onPhone } from '../../../ui/narrow.ts'
import type { Editing as EditedRecord } from '../../../ui/use-editing.ts'
import { visuallyHidden } from '../../../ui/visually-hidden.ts'
import { CellTextField } from './CellTextField.tsx'
import { DecimalField } from './DecimalField.tsx'
import { buttonLook, type Editing, type InlineColumn, type Parts, RowButtons } from './inline-row.tsx'
import { useRowsInSight } from './use-rows-in-sight.ts'

const newRow = 'new'

interface Props<Row, Values extends Record<string, string>> {
  label: string
  columns: readonly InlineColumn<Values>[]
  rows: readonly Row[]
  schema: z.ZodType<Values, Values>
  empty: Values
  editing: Editing
  onEdit: (editing: Editing) => void
  /** Of the row that is edited. */
  shared: EditedRecord
  onSave: (values: Values, row: Row | null) => Promise<unknown>
  /** What else its menu offers of a row. */
  actionsOf?: (row: Row) => RowAction[]
  /** The table's own tools on the left, its ways to files and back on the right. */
  tools: ReactNode
  files?: ReactNode
  /** Instead of the rows where there are none. */
  instead?: ReactNode
}

/** A table whose rows are edited where they stand, one at a time; on a phone a list. */
export function InlineTable<Row extends { id: string } & Values, Values extends Record<string, string>>(
  props: Props<Row, Values>,
) {
  const { label, columns, rows, schema, empty, editing, onEdit, shared, onSave } = props
  const { t } = useTranslation('calculations')
  const narrow = useMediaQuery(onPhone)
  const row = rows.find(({ id }) => id === editing) ?? null
  const place = useFocusBack(editing)
  const [menu, setMenu] = useState<{ id: string; anchor: HTMLElement }>()
  const chosen = rows.find(({ id }) => id === menu?.id)
  const shown: readonly (Row | null)[] = editing === newRow ? [null, ...rows] : rows
  const { scroller, scrolls, measure, items, rest } = useRowsInSight({
    keys: shown.map((one) => one?.id ?? newRow),
    rowHeight: narrow ? 150 : 40,
    edited: editing,
  })
  const parts = (one: Row | null, index: number): Parts<Values> => ({
    columns,
    place: scrolls ? { ref: measure, 'data-index': index } : undefined,
    row: one,
    edited: editing !== null && (one?.id ?? newRow) === editing,
    busy: editing !== null,
    onEdit,
    onMenu: (id, anchor) => setMenu({ id, anchor }),
  })

  return (
    <Paper variant="outlined" ref={place} sx={{ overflow: 'hidden', '& .inline-button': buttonLook }}>
      <Box sx={toolsLook}>
        {props.tools}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: 'auto' }}>{props.files}</Box>
      </Box>
      {props.instead ?? (
        <>
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
            {narrow ? (
              <Box ref={scroller} sx={scrolls ? scrollerLook : undefined}>
                <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
                  {items.map(({ index, gap }) => {
                    const one = shown[index] ?? null
                    return (
                      <Fragment key={one?.id ?? newRow}>
                        {gap > 0 && <li aria-hidden style={{ height: gap }} />}
                        <MemoCard {...parts(one, index)} />
                      </Fragment>
                    )
                  })}
                  {rest > 0 && <li aria-hidden style={{ height: rest }} />}
                </Box>
              </Box>
            ) : (
              <TableContainer ref={scroller} sx={scrolls ? scrollerLook : undefined}>
                <Table
                  size="small"
                  stickyHeader={scrolls}
                  aria-label={label}
                  aria-rowcount={scrolls ? shown.length + 1 : undefined}
                  sx={tableLook}
                >
                  <Head columns={columns} />
                  <TableBody>
                    {items.map(({ index, gap }) => {
                      const one = shown[index] ?? null
                      return (
                        <Fragment key={one?.id ?? newRow}>
                          {gap > 0 && <Gap height={gap} />}
                          <MemoLine {...parts(one, index)} />
                        </Fragment>
                      )
                    })}
                    {rest > 0 && <Gap height={rest} />}
                  </TableBody>
                </Table>
              </TableContainer>
            )}
          </Form>
          {menu && chosen && (
            <RowMenu
              actions={[{ label: t('edit'), onClick: () => onEdit(chosen.id) }, ...(props.actionsOf?.(chosen) ?? [])]}
              anchor={menu.anchor}
              onClose={() => setMenu(undefined)}
            />
          )}
        </>
      )}
    </Paper>
  )
}

const valuesOf = <Values extends Record<string, string>>(columns: readonly InlineColumn<Values>[], row: Values) =>
  Object.fromEntries(columns.map(({ name }) => [name, row[name]])) as unknown as Values

/** The room of rows that are not drawn. */
const Gap = ({ height }: { height: number }) => (
  <tr aria-hidden style={{ height }}>
    <td />
  </tr>
)

/** One set of plain classes for all cells: rows are made by the hundred while somebody scrolls. */
const tableLook: SxProps<Theme> = {
  '& th, & td': { px: 2 },
  // what scrolls sideways goes below the last of them
  '& th': { bgcolor: 'var(--raised)' },
  // room for the name before room for long heads of figures
  '& th:first-of-type': { width: '34%' },
  '& td': { py: '6px', borderBottom: 1, borderColor: 'divider', typography: 'body2', verticalAlign: 'middle' },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
  '& .inline-figure': { textAlign: 'right' },
  // in sight however wide the table is
  '& .inline-actions': {
    py: 0,
    textAlign: 'right',
    whiteSpace: 'nowrap',
    position: 'sticky',
    right: 0,
    bgcolor: 'background.paper',
  },
  '& .inline-edited td': { verticalAlign: 'top' },
  '& .inline-edited .inline-actions': { py: 1.5 },
  '& .inline-field': { px: '4px', minWidth: 140, '& input': { px: 1.5 } },
  '& .inline-field.inline-figure': { minWidth: 72 },
}

const toolsLook = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  px: 2,
  py: 1,
  minHeight: 44,
} as const

const scrollerLook = { overflow: 'auto', maxHeight: '75dvh', overflowAnchor: 'none' } as const

const headLook = { lineHeight: 1.3, verticalAlign: 'bottom' } as const

function Head<Values>({ columns }: { columns: readonly InlineColumn<Values>[] }) {
  const { t } = useTranslation('ui')
  return (
    <TableHead>
      <TableRow>
        {columns.map(({ name, label, unit }) => (
          <TableCell key={name} align={unit ? 'right' : 'left'} sx={headLook}>
            {label}
            {unit && (
              <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                {unit}
              </Typography>
            )}
          </TableCell>
        ))}
        <TableCell align="right" sx={{ ...headLook, position: 'sticky', right: 0, zIndex: 3 }}>
          <span style={visuallyHidden}>{t('table.actions')}</span>
        </TableCell>
      </TableRow>
    </TableHead>
  )
}

function Line<Values extends Record<string, string>>(parts: Parts<Values>) {
  const { columns, row, place, edited, busy, onEdit } = parts
  return (
    <tr
      {...place}
      className={edited ? 'inline-edited' : undefined}
      aria-rowindex={place && place['data-index'] + 2}
      onDoubleClick={() => !busy && row && onEdit(row.id)}
      onKeyDown={edited ? cancelsBy(onEdit) : undefined}
    >
      {columns.map((column, index) => {
        const isField = edited && !column.fixed
        const classes = [isField && 'inline-field', column.unit && 'inline-figure'].filter(Boolean)
        return (
          <td key={column.name} className={classes.join(' ') || undefined}>
            {isField ? <Field column={column} inCell autoFocus={index === 0} /> : <Shown column={column} row={row} />}
          </td>
        )
      })}
      <td className="inline-actions">
        <RowButtons {...parts} />
      </td>
    </tr>
  )
}

function CardRow<Values extends Record<string, string>>(parts: Parts<Values>) {
  const { columns, row, place, edited, onEdit } = parts
  return (
    <Box
      component="li"
      {...place}
      onKeyDown={edited ? cancelsBy(onEdit) : undefined}
      sx={{
        display: 'flex',
        flexDirection: edited ? 'column' : 'row',
        alignItems: edited ? 'stretch' : 'center',
        gap: 2,
        px: 3,
        py: edited ? 3 : 2,
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-child': { borderBottom: 0 },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {columns.map((column, index) =>
          edited && !column.fixed ? (
            <Box key={column.name} sx={{ mb: 3, mt: index === 0 ? 1 : 0 }}>
              <Field column={column} autoFocus={index === 0} />
            </Box>
          ) : (
            <Typography key={column.name} variant="body2" sx={{ fontWeight: index === 0 ? 600 : undefined }}>
              {index > 0 && (
                <Box component="span" sx={{ color: 'text.secondary', mr: 1 }}>
                  {column.label}:
                </Box>
              )}
              <Shown column={column} row={row} /> {column.unit}
            </Typography>
          ),
        )}
      </Box>
      <Box sx={{ alignSelf: edited ? 'flex-end' : undefined }}>
        <RowButtons {...parts} />
      </Box>
    </Box>
  )
}

/** Not redrawn with every step of scrolling; what its buttons call is the same whichever drawing made it. */
const sameRow = <Values,>(before: Parts<Values>, after: Parts<Values>) =>
  before.row === after.row &&
  before.columns === after.columns &&
  before.edited === after.edited &&
  before.busy === after.busy &&
  before.place?.['data-index'] === after.place?.['data-index']
const MemoLine = memo(Line, sameRow) as typeof Line
const MemoCard = memo(CardRow, sameRow) as typeof CardRow

interface FieldProps<Values> {
  column: InlineColumn<Values>
  inCell?: boolean
  autoFocus: boolean
}

function Field<Values>({ column: { name, label, unit }, inCell, autoFocus }: FieldProps<Values>) {
  const common = { name, label, inCell, autoFocus, required: !inCell }
  return unit ? <DecimalField {...common} unit={unit} /> : <CellTextField {...common} />
}

function Shown<Values extends Record<string, string>>(props: { column: InlineColumn<Values>; row: Values | null }) {
  const value = props.row?.[props.column.name] ?? ''
  if (!props.column.unit || value === '') return value
  return formatNumber(value, props.column.money ? Math.max(2, value.split('.')[1]?.length ?? 0) : undefined)
}

const cancelsBy = (onEdit: (editing: Editing) => void) => (event: React.KeyboardEvent) => {
  if (event.key === 'Escape') onEdit(null)
}

/** Puts the focus back on the button that began the editing. */
function useFocusBack(editing: Editing) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(editing)
  useEffect(() => {
    if (editing === null && before.current) {
      place.current?.querySelector<HTMLElement>(`[data-edit="${CSS.escape(before.current)}"]`)?.focus()
    }
    before.current = editing
  }, [editing])
  return place
}
