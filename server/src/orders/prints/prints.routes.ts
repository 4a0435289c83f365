import pLimit from 'p-limit'
import { letterheadPreviewApi } from '#contract/orders/letterhead'
import { dossierPrintApi, pickupPrintApi } from '#contract/orders/prints'
import { routes } from '../../http/routes.ts'
import { printSample } from './letterhead-sample.ts'
import { printPickupDay } from './pickup-day.ts'
import { printCrateLabels, printDeliveryNote, printDossier } from './prints.ts'

/** Limits how many prints read their data at once, because a print holds it while it waits to be drawn. */
const inTurn = pLimit(4)

export const dossierPrintRoutes = routes(dossierPrintApi, {
  dossier: ({ ctx, params, query }) => inTurn(() => printDossier(ctx, params.id, query.isPreview)),
  deliveryNote: ({ ctx, params, query }) => inTurn(() => printDeliveryNote(ctx, params.id, query.isPreview)),
  crateLabels: ({ ctx, params, query }) => inTurn(() => printCrateLabels(ctx, params.id, query.isPreview)),
})

export const pickupPrintRoutes = routes(pickupPrintApi, {
  day: ({ ctx, query }) => inTurn(() => printPickupDay(ctx, query.day, query.isPreview)),
})

export const letterheadPreviewRoutes = routes(letterheadPreviewApi, {
  preview: ({ ctx, body }) => printSample(ctx, body),
})
