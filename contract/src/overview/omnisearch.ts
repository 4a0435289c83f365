import { z } from 'zod'
import { endpoint, Id, Instant, PlainDate, Text } from '../endpoint.ts'

export const searchTypes = ['CONTACT', 'FLAME', 'PROJECT', 'ENCOUNTER', 'EMAIL', 'CONTACT_ATTACHMENT'] as const
export type SearchType = (typeof searchTypes)[number]

/** Texts in which a hit can match. */
export const matchedFields = [
  'NAME',
  'COMPANY',
  'EMAIL_ADDRESS',
  'PHONE_NUMBER',
  'ADDRESS',
  'TAX_NUMBER',
  'EORI',
  'CERTIFICATE',
  'ORDER_NUMBER',
  'DATE',
  'SUBJECT',
  'TEXT',
  'FILE_NAME',
  'FILE_TEXT',
] as const

export const SearchHit = z.object({
  id: Id,
  title: z.string(),
  searchType: z.enum(searchTypes),
  /** Id of the record, as its own calls name it. */
  upstreamRef: Id,
  contactRef: Id.nullable(),
  /** Contact of the record, where the caller may know it. */
  contactName: z.string().nullable(),
  blackBoardRef: Id.nullable(),
  assigneeRef: Id.nullable(),
  /** Contacts only: main e-mail address and address. */
  emailAddress: z.string().nullable(),
  address: z.string().nullable(),
  /** Time at which the record was written or last changed. */
  atUtc: Instant,
  /** Part of the text around the matched words. */
  matched: z.object({ field: z.enum(matchedFields), text: z.string() }),
})
export type SearchHit = z.output<typeof SearchHit>

/** Longest term, in characters. */
export const maxSearchTerm = 200
/** Hits of each type: in the search box, at most in a list, and ranked at all. */
export const hitsOfType = { box: 8, most: 200, ranked: 1000 }
/** Hits per page over all types. */
export const hitsOfPage = 50

const asked = {
  searchTerm: Text(maxSearchTerm),
  searchType: z.enum(searchTypes).optional(),
}
/** Number of hits of a type; `more` says that there are further ones that were not counted. */
export const TypeCount = z.object({ searchType: z.enum(searchTypes), count: z.int(), more: z.boolean() })
export type TypeCount = z.output<typeof TypeCount>

const shows = ['contact', 'flame', 'project', 'encounter', 'email', 'document', 'fileText', 'board'] as const

export const omnisearchApi = {
  search: endpoint({
    method: 'GET',
    path: '/api/omnisearch',
    allow: 'session',
    costly: { kind: 'SEARCH' },
    summary: 'What the caller may see of everything that holds all words: exact things first, then the latest',
    query: z.object({
      ...asked,
      /** Hits of each type. */
      limit: z.coerce.number().int().min(1).max(hitsOfType.most).default(hitsOfType.box),
    }),
    shows,
    response: z.array(SearchHit),
  }),
  page: endpoint({
    method: 'GET',
    path: '/api/omnisearch/_page',
    allow: 'session',
    costly: { kind: 'SEARCH' },
    summary: 'The same page by page, narrowed by time and person, with the number of hits of each type',
    query: z.object({
      ...asked,
      /** Days in Zurich, both included. */
      from: PlainDate.optional(),
      until: PlainDate.optional(),
      contactRef: Id.optional(),
      /** User who looks after the record or wrote it. */
      userRef: Id.optional(),
      page: z.coerce.number().int().min(1).max(hitsOfType.ranked).default(1),
      /** Number of hits per type, instead of pages over all types. */
      ofEach: z.coerce.number().int().min(1).max(hitsOfType.most).optional(),
    }),
    shows,
    response: z.object({ hits: z.array(SearchHit), counts: z.array(TypeCount) }),
  }),
}
