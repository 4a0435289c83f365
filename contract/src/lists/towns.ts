import { z } from 'zod'
import { countryCodes } from '../contacts/countries.ts'
import { Done, endpoint, fileAnswer, OptionalText, Text } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { staff } from '../permissions.ts'

/** ISO 3166 alpha-2; a file may write it in lower case. */
const TownCountry = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => countryCodes.includes(code), { params: { code: 'COUNTRY' } })

/** Row of an imported file: a town with its zip code. */
export const Town = z.object({ country: TownCountry, zipCode: Text(20), city: Text(255) })
export type Town = z.output<typeof Town>

const Counted = z.object({ country: z.string(), towns: z.int() })
const admins = 'GENERAL_ADMIN_FUNCTIONS'

/** Towns by zip code, from existing addresses and from an imported list. */
export const townApi = {
  proposals: endpoint({
    method: 'GET',
    path: '/api/misc/towns/_proposals',
    allow: staff,
    summary: 'The towns of a zip code, those of the country first, of these the most used in addresses',
    shows: ['contact', 'list list=town'],
    query: z.object({ zipCode: Text(20), country: OptionalText(2).optional() }),
    response: z.array(z.object({ country: z.string(), city: z.string() })),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/misc/towns',
    allow: admins,
    summary: 'How many towns the list has of each country',
    shows: ['list list=town'],
    response: z.array(Counted),
  }),
  exportCsv: endpoint({
    method: 'GET',
    path: '/api/misc/towns/_export',
    allow: admins,
    summary: 'The list of towns as CSV',
    response: fileAnswer('text/csv; charset=utf-8'),
  }),
  importCsv: endpoint({
    method: 'POST',
    path: '/api/misc/towns/_import',
    allow: admins,
    summary:
      'Read the list of towns from a CSV with zip code and town; it takes the place of what is there of its countries',
    upload: { maxBytes: limits.towns.fileBytes },
    /** Country of the rows that name none. */
    body: z.object({ country: TownCountry }),
    response: z.object({
      countries: z.array(Counted),
      rejected: z.int(),
      /** Reasons of the first rejected rows. */
      reasons: z.array(z.object({ line: z.int(), reason: z.string() })),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/misc/towns/:country',
    allow: admins,
    summary: 'Remove the towns of a country from the list',
    params: z.object({ country: TownCountry }),
    response: Done,
  }),
}
