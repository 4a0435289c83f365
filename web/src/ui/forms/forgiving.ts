import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'

/**
 * A resolver that blames no row for being new: adding, moving and removing rows checks the whole list, but a row is only
 * told what it lacks once somebody has been at it, or wants to save.
 */
export function forgiving<Input extends FieldValues, Output>(
  resolver: Resolver<Input, unknown, Output>,
  errorsNow: () => FieldErrors<Input>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const result = await resolver(values, context, options)
    const [name, ...others] = options.names ?? []
    // the name of a list and of no field: its rows have changed
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
