import type { z } from 'zod'

// What the addresses of lists ask for, as their calls name it: a figure of the dashboards leads to them. A file for each list,
// so that a screen brings along its own alone.

/** What stands behind the question mark of an address. */
export type Address<Name extends string> = { readonly [Key in Name]?: string | true | undefined }

/** What cannot be read asks for nothing. */
export const read = <Value>(schema: z.ZodType<Value>, written: unknown): Value | null =>
  schema.safeParse(written).data ?? null
export const flag = (written: unknown) => written !== undefined

type Given<Values> = { [Key in keyof Values]?: NonNullable<Values[Key]> }

/** Without what asks for nothing. */
export const given = <Values extends object>(values: Values): Given<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as Given<Values>
