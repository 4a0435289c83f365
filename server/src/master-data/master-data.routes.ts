import type { crud } from '@glut/contract/endpoint'
import { masterData } from '@glut/contract/master-data'
import type { z } from 'zod'
import { type Routes, routes } from '../http/routes.ts'
import { addRow, type List, listRows, removeRow, replaceRow, tables, updateRow } from './master-data.ts'

type Crud = ReturnType<typeof crud>

/** The calls of every plain list. */
export const masterDataRoutes: readonly Routes[] = Object.entries(masterData).map(([name, api]) =>
  listRoutes(api, tables[name as keyof typeof masterData]),
)

function listRoutes(api: Crud, table: List['table']): Routes {
  const list: List = { table, fields: Object.keys((api.add.body as z.ZodObject).shape) }
  return routes(api, {
    list: ({ ctx }) => listRows(ctx, list),
    add: ({ ctx, body }) => addRow(ctx, list, body),
    update: ({ ctx, params, body }) => updateRow(ctx, list, params.id, body),
    remove: ({ ctx, params }) => removeRow(ctx, list, params.id),
    replace: ({ ctx, params }) => replaceRow(ctx, list, params.id, params.otherId),
  })
}
