import type { crud } from '#contract/endpoint'
import { type csv, lockedPickupDateApi, masterData, productApi } from '#contract/lists/master-data'
import { type CsvRecord, readCsvFile } from '../../files/spreadsheets/read-csv.ts'
import { prepared, type Routes, routes } from '../../http/routes.ts'
import { exportCsv, importCsv } from './csv.ts'
import { listOf } from './list-of.ts'
import { addLockedPickupDate, listLockedPickupDates, removeLockedPickupDate } from './locked-pickup-dates.ts'
import {
  addRow,
  type List,
  listRows,
  productTable,
  removeRow,
  replaceRow,
  type Table,
  tables,
  updateRow,
} from './master-data.ts'

type ListApi = ReturnType<typeof crud<Record<never, never>>> & ReturnType<typeof csv>
type SharedApi = Omit<ListApi, 'add'>

/** Calls that all plain lists have in common. */
function sharedRoutes({ list, update, remove, replace, exportCsv: toCsv, importCsv: fromCsv }: SharedApi, its: List) {
  return routes(
    { list, update, remove, replace, toCsv, fromCsv },
    {
      list: ({ ctx }) => listRows(ctx, its),
      update: ({ ctx, params, body }) => updateRow(ctx, its, params.id, body),
      remove: ({ ctx, params }) => removeRow(ctx, its, params.id),
      replace: ({ ctx, params }) => replaceRow(ctx, its, params.id, params.otherId),
      toCsv: ({ ctx }) => exportCsv(ctx, its),
      fromCsv: prepared<typeof fromCsv, CsvRecord[]>(fromCsv, {
        prepare: ({ ctx, file }) => readCsvFile(ctx, file.path),
        run: ({ ctx, prepared: records }) => importCsv(ctx, its, records),
      }),
    },
  )
}

function listRoutes(api: ListApi, table: Table): Routes[] {
  const list = listOf(api, table)
  return [sharedRoutes(api, list), routes({ add: api.add }, { add: ({ ctx, body }) => addRow(ctx, list, body) })]
}

const products = listOf(productApi, productTable)

/** Calls of every plain list, of products and of locked pickup dates. */
export const masterDataRoutes: readonly Routes[] = [
  ...Object.entries(masterData).flatMap(([name, api]) => listRoutes(api, tables[name as keyof typeof masterData])),
  sharedRoutes(productApi, products),
  routes({ add: productApi.add }, { add: async ({ ctx, body }) => ({ id: (await addRow(ctx, products, body)).id }) }),
  routes(lockedPickupDateApi, {
    list: ({ ctx }) => listLockedPickupDates(ctx),
    add: ({ ctx, body }) => addLockedPickupDate(ctx, body.lockedAt),
    remove: ({ ctx, params }) => removeLockedPickupDate(ctx, params.id),
  }),
]
