import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'

/**
 * Wraps a resolver so that new rows show no errors yet: adding, moving or removing a row validates the whole list, but
 * only rows that already had errors keep them, until the user edits a row or saves.
 */
export function forgiving<Input extends FieldValues, Output>(
  resolver: Resolver<Input, unknown, Output>,
  errorsNow: () => FieldErrors<Input>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const result = await resolver(values, context, options)
    const [name, ...others] = options.names ?? []
    // the name is a list instead of a field, so its rows have changed
    if (!name || others.length > 0 || get(options.fields, name) !== undefined) return result
    const rows: unknown = get(result.errors, name)
    if (!Array.isArray(rows)) return result
    const known: unknown[] | undefined = get(errorsNow(), name)
    const kept = rows.map((row, at) => (known?.[at] ? (row as unknown) : undefined))
    const errors = {}
    if (kept.some(Boolean)) set(errors, name, kept)
    return { values: {}, errors }
  }
}
