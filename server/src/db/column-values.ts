import pg from 'pg'

/** Parsers of column values: nothing is rounded, and no date becomes an instant of some time zone. */
export const columnValues: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text')) as never,
}

const { builtins } = pg.types
const array = (oid: number) => pg.types.getTypeParser(oid, 'text') as (value: string) => (string | null)[]
const textArray = array(1009)

const asIs = (value: string) => value
const listOf = (parse: (value: string) => unknown) => (value: string) =>
  textArray(value).map((item) => (item === null ? null : parse(item)))

const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, integer],
  [1016, listOf(integer)],
  [builtins.NUMERIC, asIs],
  [1231, listOf(asIs)],
  [builtins.DATE, asIs],
  [1182, listOf(asIs)],
  [builtins.TIMESTAMP, asIs],
  [1115, listOf(asIs)],
  [builtins.TIMESTAMPTZ, instant],
  [1185, listOf(instant)],
  [builtins.INTERVAL, asIs],
])

function integer(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is too large for a number`)
  return number
}

/**
 * Converts `2026-11-21 06:01:02.5+00` to `2026-11-21T06:01:02.500Z`. Microseconds stay, because an instant that is used
 * in a condition must be equal to itself.
 */
function instant(value: string): string {
  const [, date, time, fraction = ''] = /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(value) ?? []
  return date ? `${date}T${time}.${fraction.padEnd(3, '0')}Z` : value
}
