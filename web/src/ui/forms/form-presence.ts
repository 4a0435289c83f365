/** The field that another user is in. */
interface Elsewhere {
  readonly username: string
  /** Path of the field, with rows by id: `articles.<id>.quantity`. */
  readonly field: string
}

/** What a form reports about this user and shows of others. */
export interface FormPresence {
  readonly others: readonly Elsewhere[]
  /** Reports the user's current field and whether the form has unsaved changes. */
  readonly edits: (state: { field?: string; isDirty?: boolean }) => void
}

type Values = Readonly<Record<string, unknown>>
const inside = (value: unknown, key: string) => (value as Values | undefined | null)?.[key]

/** Returns the path of the field around an element, with rows by id; empty if it is not editable. */
export function fieldAt(element: Element, values: Values): string {
  const around = element.closest('.MuiFormControl-root, .MuiFormControlLabel-root')
  if (!around || element.closest('[readonly], .Mui-readOnly, .Mui-disabled')) return ''
  const name = around.querySelector('[name]')?.getAttribute('name') ?? ''
  return eachPart(name, values, (row) => inside(row, 'id'))
}

/** Returns the field name for such a path, with the current row indexes. */
export const nameAt = (path: string, values: Values): string =>
  eachPart(path, values, (_, id, rows) => rows.findIndex((row) => inside(row, 'id') === id))

/** Replaces the row parts of a path with the result of `call`, if it returns a string or number. */
function eachPart(
  path: string,
  values: Values,
  call: (row: unknown, part: string, rows: unknown[]) => unknown,
): string {
  let value: unknown = values
  const parts = path.split('.').map((part) => {
    const rows = value
    value = inside(rows, part)
    const called = Array.isArray(rows) ? call(value, part, rows) : undefined
    return typeof called === 'string' || typeof called === 'number' ? `${called}` : part
  })
  return parts.join('.')
}

/** Returns styles that show the names of other users at the corner of their fields. */
export function marksOf(others: readonly Elsewhere[], values: Values): Record<string, object> | undefined {
  const inFields = Map.groupBy(
    others.filter(({ field }) => field !== ''),
    ({ field }) => nameAt(field, values),
  )
  if (inFields.size === 0) return undefined
  const styles = [...inFields].map(([name, people]) => {
    const text = cssText(`✎ ${people.map(({ username }) => username).join(', ')}`)
    return [
      `& .MuiFormControl-root:has([name="${CSS.escape(name)}"])`,
      { ...outline, '&::after': { ...tag, content: text } },
    ]
  })
  return Object.fromEntries(styles)
}

const cssText = (text: string) =>
  `"${text.replace(/["\\<]|\p{Cc}/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)}"`

const outline = {
  '& .MuiOutlinedInput-notchedOutline': { borderColor: 'info.main' },
}
const tag = {
  position: 'absolute',
  top: 'var(--tag-top, -8px)',
  right: 4,
  maxWidth: '60%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  px: 1,
  borderRadius: 1,
  fontSize: 10,
  lineHeight: '16px',
  fontWeight: 600,
  bgcolor: 'info.main',
  color: 'info.contrastText',
  pointerEvents: 'none',
  zIndex: 1,
} as const
