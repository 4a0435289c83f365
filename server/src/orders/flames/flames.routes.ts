import { dossierApi } from '#contract/orders/dossiers'
import { flameApi } from '#contract/orders/flames'
import { routes, without } from '../../http/routes.ts'
import {
  archiveFlame,
  latestPurchase,
  removeFlame,
  removeFlameForGood,
  revertArchivedFlame,
  revertDeletedFlame,
} from './archive-flame.ts'
import {
  countByContact,
  duplicateFlame,
  flameHistory,
  flameOrigin,
  flamesOfContact,
  getBoard,
  getFlame,
  keptParts,
  listBin,
  listStepChanges,
} from './flames.ts'
import { listPickups } from './list-pickups.ts'
import { moveFlame, prioritizeFlame } from './move-flame.ts'
import { calculatePackages } from './pack.ts'
import { countFlames, countOwnDue, searchFlames } from './search-flames.ts'
import { updateFlame } from './update-flame.ts'

export const flameRoutes = routes(without(flameApi, 'add', 'begin'), {
  board: ({ ctx, params, query }) => getBoard(ctx, params.id, query),
  bin: ({ ctx, params }) => listBin(ctx, params.id),
  pickups: ({ ctx, query }) => listPickups(ctx, query),
  search: ({ ctx, body }) => searchFlames(ctx, body),
  count: ({ ctx, body }) => countFlames(ctx, body),
  countByContact: ({ ctx, query }) => countByContact(ctx, query.contactRef),
  countOwnDue: ({ ctx }) => countOwnDue(ctx),
  ofContact: ({ ctx, params }) => flamesOfContact(ctx, params.id),
  latestPurchase: ({ ctx, params }) => latestPurchase(ctx, params.id),
  get: ({ ctx, params }) => getFlame(ctx, params.id),
  origin: ({ ctx, params }) => flameOrigin(ctx, params.id),
  stepChanges: ({ ctx, params }) => listStepChanges(ctx, params.id),
  history: ({ ctx, params, query }) => flameHistory(ctx, params.id, query.before),
  update: ({ ctx, params, body }) => updateFlame(ctx, params.id, body),
  prioritize: ({ ctx, params }) => prioritizeFlame(ctx, params.id),
  move: ({ ctx, params, body }) => moveFlame(ctx, params.id, body),
  duplicate: ({ ctx, params, body }) => duplicateFlame(ctx, params.id, body),
  remove: ({ ctx, params }) => removeFlame(ctx, params.id),
  revertDeleted: ({ ctx, params }) => revertDeletedFlame(ctx, params.id),
  removeForGood: ({ ctx, params }) => removeFlameForGood(ctx, params.id),
  archive: ({ ctx, params, query }) => archiveFlame(ctx, params.id, query),
  revertArchived: ({ ctx, params }) => revertArchivedFlame(ctx, params.id),
})

export const dossierRoutes = routes(dossierApi, {
  keptParts: ({ ctx, params }) => keptParts(ctx, params.id),
  calculatePackages: ({ ctx, body }) => calculatePackages(ctx, body),
})
