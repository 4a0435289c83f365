import { z } from 'zod'
import { ById, endpoint, fileAnswer, PlainDate, QueryFlag } from '../endpoint.ts'

const path = '/api/flames/:id/prints'
const preview = z.object({ isPreview: QueryFlag.optional() })
const answer = fileAnswer('application/pdf')

/** Pickup list of a day for the yard, in the language of the user. */
export const pickupPrintApi = {
  day: endpoint({
    method: 'GET',
    path: '/api/flames/pickup/_print',
    allow: 'FLAME_READ',
    summary: 'What leaves and arrives on a day as PDF, of the boards that the caller sees; PRINT_TOO_LONG',
    query: preview.extend({ day: PlainDate }),
    response: answer,
  }),
}

/** Printed dossier, in its own language; `isPreview` shows it in the browser. */
export const dossierPrintApi = {
  dossier: endpoint({
    method: 'GET',
    path: `${path}/dossier`,
    allow: 'FLAME_READ',
    summary: 'The whole dossier as PDF; PRINT_TOO_LONG',
    params: ById,
    query: preview,
    response: answer,
  }),
  deliveryNote: endpoint({
    method: 'GET',
    path: `${path}/delivery-note`,
    allow: 'FLAME_READ',
    summary: 'The delivery note of a dossier as PDF, without discounts, warehouses and internal notes; PRINT_TOO_LONG',
    params: ById,
    query: preview,
    response: answer,
  }),
  crateLabels: endpoint({
    method: 'GET',
    path: `${path}/crate-labels`,
    allow: 'FLAME_READ',
    summary: 'A label for each package unit of a dossier as PDF; NO_PACKAGES, TOO_MANY_LABELS',
    params: ById,
    query: preview,
    response: answer,
  }),
}
