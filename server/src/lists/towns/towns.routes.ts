import { townApi } from '#contract/lists/towns'
import { prepared, routes } from '../../http/routes.ts'
import { countTowns, exportTowns, importTowns, proposeTowns, type ReadTowns, readTowns, removeTowns } from './towns.ts'

const { importCsv } = townApi

export const townRoutes = routes(townApi, {
  proposals: ({ ctx, query }) => proposeTowns(ctx, query.zipCode, query.country),
  list: ({ ctx }) => countTowns(ctx),
  exportCsv: ({ ctx }) => exportTowns(ctx),
  importCsv: prepared<typeof importCsv, ReadTowns>(importCsv, {
    prepare: ({ ctx, file, body }) => readTowns(ctx, file.path, body.country),
    run: ({ ctx, prepared: read }) => importTowns(ctx, read),
  }),
  remove: ({ ctx, params }) => removeTowns(ctx, params.country),
})
