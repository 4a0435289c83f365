import type { z } from 'zod'

// Filters in the addresses of list screens, under the names that the list calls use; figures of the dashboards link to
// these addresses. One file per list, so that a screen bundles only its own filter.

/** Query string of an address, by parameter name. */
export type Address<Name extends string> = { readonly [Key in Name]?: string | true | undefined }

/** Returns the parsed value, or null where the text does not match the schema. */
export const read = <Value>(schema: z.ZodType<Value>, written: unknown): Value | null =>
  schema.safeParse(written).data ?? null
export const flag = (written: unknown) => written !== undefined

type Given<Values> = { [Key in keyof Values]?: NonNullable<Values[Key]> }

/** Returns the values without null and undefined. */
export const given = <Values extends object>(values: Values): Given<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as Given<Values>
