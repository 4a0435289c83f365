import { letterheadPreviewApi } from '#contract/orders/letterhead'
import { dossierPrintApi, pickupPrintApi } from '#contract/orders/prints'
import { routes } from '../../http/routes.ts'
import { printSample } from './letterhead-sample.ts'
import { printPickupDay } from './pickup-day.ts'
import { printCrateLabels, printDeliveryNote, printDossier } from './prints.ts'

export const dossierPrintRoutes = routes(dossierPrintApi, {
  dossier: ({ ctx, params, query }) => printDossier(ctx, params.id, query.isPreview),
  deliveryNote: ({ ctx, params, query }) => printDeliveryNote(ctx, params.id, query.isPreview),
  crateLabels: ({ ctx, params, query }) => printCrateLabels(ctx, params.id, query.isPreview),
})

export const pickupPrintRoutes = routes(pickupPrintApi, {
  day: ({ ctx, query }) => printPickupDay(ctx, query.day, query.isPreview),
})

export const letterheadPreviewRoutes = routes(letterheadPreviewApi, {
  preview: ({ ctx, body }) => printSample(ctx, body),
})
