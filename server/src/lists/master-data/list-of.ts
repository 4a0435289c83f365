import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import type { List, Table } from './master-data.ts'

/** Reads from the contract which fields a list writes and shows. */
export function listOf(api: { readonly add: Endpoint; readonly list: Endpoint }, table: Table): List {
  const row = (api.list.response as z.ZodArray<z.ZodObject>).element.shape
  return {
    table,
    schema: api.add.body as z.ZodObject,
    fields: Object.keys((api.add.body as z.ZodObject).shape),
    shown: Object.keys(row).filter((name) => name !== 'id' && name !== 'version'),
  }
}

export const allowsNull = (schema: z.ZodType): boolean => schema.safeParse(null).success
