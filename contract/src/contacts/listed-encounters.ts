import { z } from 'zod'
import { EnteredInstant, endpoint, Id, OptionalText } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { encounterTypes } from './encounters.ts'

const listedResults = ['FILED', 'TWICE', 'NOT_FOUND', 'AMBIGUOUS', 'UNREADABLE'] as const
/** Result for one row of an uploaded list of contacts. */
const ListedRow = z.object({
  line: z.int(),
  result: z.enum(listedResults),
  contactRef: Id.nullable(),
  /** Name of the contact, otherwise the text of the row. */
  name: z.string(),
  /** Result as a sentence, in the language of the request. */
  detail: z.string(),
})
export type ListedRow = z.output<typeof ListedRow>

/** Call that files one encounter for every contact of a list. */
export const listedEncounterApi = {
  upload: endpoint({
    method: 'POST',
    path: '/api/contacts/encounters/upload-with-contacts',
    allow: 'ENCOUNTER_CREATE',
    idempotencyKey: 'accepted',
    summary: 'File one encounter for every contact of a CSV (by id, e-mail address, phone number or name)',
    upload: { maxBytes: limits.listImport.fileBytes },
    body: z.object({
      encounterType: z.enum(encounterTypes),
      originalKnownSince: z.union([z.literal('').transform(() => undefined), EnteredInstant]).optional(),
      description: OptionalText(limits.encounter.descriptionLength).default(''),
    }),
    response: z.object({
      filed: z.int(),
      rows: z.array(ListedRow),
      /** CSV of the rows that filed nothing, with the reason as last column; empty when there are none. */
      rejected: z.string(),
    }),
  }),
}
