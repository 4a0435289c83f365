import { z } from 'zod'
import { endpoint, Id, Text } from './endpoint.ts'

export const searchTypes = ['CONTACT', 'FLAME', 'PROJECT', 'ENCOUNTER', 'EMAIL', 'CONTACT_ATTACHMENT'] as const
export type SearchType = (typeof searchTypes)[number]

/** In which of its texts a hit holds what was sought. */
export const matchedFields = [
  'NAME',
  'EMAIL_ADDRESS',
  'PHONE_NUMBER',
  'ADDRESS',
  'CERTIFICATE',
  'ORDER_NUMBER',
  'DATE',
  'SUBJECT',
  'TEXT',
  'FILE_NAME',
] as const

export const SearchHit = z.object({
  id: Id,
  title: z.string(),
  searchType: z.enum(searchTypes),
  /** What it is, as its calls name it. */
  upstreamRef: Id,
  contactRef: Id.nullable(),
  blackBoardRef: Id.nullable(),
  assigneeRef: Id.nullable(),
  /** The part of the text around the words. */
  matched: z.object({ field: z.enum(matchedFields), text: z.string() }),
})
export type SearchHit = z.output<typeof SearchHit>

/** Longest term, in characters. */
export const maxSearchTerm = 200
/** Hits of each type: in the box, and at most. */
export const hitsOfType = { box: 8, most: 200 }

export const omnisearchApi = {
  search: endpoint({
    method: 'GET',
    path: '/api/omnisearch',
    allow: 'session',
    summary: 'What the caller may see of everything that holds all words: exact things first, then the latest',
    query: z.object({
      searchTerm: Text(maxSearchTerm),
      searchType: z.enum(searchTypes).optional(),
      /** Hits of each type. */
      limit: z.coerce.number().int().min(1).max(hitsOfType.most).default(hitsOfType.box),
    }),
    shows: ['contact', 'flame', 'encounter', 'email', 'document'],
    response: z.array(SearchHit),
  }),
}
