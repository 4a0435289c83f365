import type { QueryOf } from '#contract/endpoint'
import { type omnisearchApi, type SearchHit, type SearchType, searchTypes } from '#contract/omnisearch'
import { wordsOf } from '../db/words.ts'
import { plainText } from '../files/html-text.ts'
import type { Ctx } from '../http/context.ts'
import { type Found, findHits } from './omnisearch.queries.ts'
import { recognise } from './recognise.ts'
import { snippet } from './snippet.ts'

/** Everything that holds all words of the term: exact things first, then what fits best, the latest before older ones. */
export async function omnisearch(ctx: Ctx, query: QueryOf<typeof omnisearchApi.search>): Promise<SearchHit[]> {
  const { searchTerm, searchType, limit } = query
  const recognised = recognise(searchTerm)
  const types = searchType ? [searchType] : searchTypes
  const words = wordsOf(searchTerm)
  if (words.length === 0) return []
  const found = await Promise.all(
    types.map(async (type) => (await findHits(ctx, type, searchTerm, recognised, limit)).map((hit) => ({ hit, type }))),
  )
  return found
    .flat()
    .sort((one, other) => one.hit.rank - other.hit.rank || other.hit.at.localeCompare(one.hit.at))
    .map(({ hit, type }) => shown(type, hit, words))
}

function shown(type: SearchType, hit: Found, words: readonly string[]): SearchHit {
  const { id, title, contactRef, blackBoardRef, assigneeRef } = hit
  const texts = hit.texts.flatMap(([field, text]) =>
    text ? [[field, type === 'ENCOUNTER' ? plainText(text) : text] as const] : [],
  )
  const matches = texts.flatMap(([field, text]) => {
    const part = snippet(text, words)
    return part === null ? [] : [{ field, text: part }]
  })
  const [first] = texts
  const matched = matches[0] ?? { field: first?.[0] ?? 'NAME', text: first?.[1].slice(0, 140).toWellFormed() ?? '' }
  return { id, title, searchType: type, upstreamRef: id, contactRef, blackBoardRef, assigneeRef, matched }
}
