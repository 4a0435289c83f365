import { dossierApi } from '#contract/orders/dossiers'
import { flameApi } from '#contract/orders/flames'
import { asOfSurvivor } from '../../contacts/contacts.ts'
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
  board: async ({ ctx, params, query }) => getBoard(ctx, params.id, await asOfSurvivor(ctx, query)),
  bin: ({ ctx, params }) => listBin(ctx, params.id),
  pickups: ({ ctx, query }) => listPickups(ctx, query),
  search: async ({ ctx, body }) => searchFlames(ctx, await asOfSurvivor(ctx, body)),
  count: async ({ ctx, body }) => countFlames(ctx, await asOfSurvivor(ctx, body)),
  countByContact: async ({ ctx, query }) => countByContact(ctx, (await asOfSurvivor(ctx, query)).contactRef),
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
