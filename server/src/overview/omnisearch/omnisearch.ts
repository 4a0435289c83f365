import type { AnswerOf, QueryOf } from '#contract/endpoint'
import { hitsOfPage, hitsOfType, type omnisearchApi, type SearchHit, searchTypes } from '#contract/overview/omnisearch'
import { wordsOf } from '../../db/words.ts'
import type { Ctx } from '../../http/context.ts'
import { findPlaces, type Place } from './places.ts'
import { bareTerm, type Recognised, recognise, soughtIn } from './recognise.ts'
import { readShown, type Shown } from './shown.ts'
import { snippet } from './snippet.ts'
import type { Asked } from './sources.ts'

type Page = AnswerOf<typeof omnisearchApi.page>
type PageQuery = QueryOf<typeof omnisearchApi.page>

/** Returns everything that contains all words of the term: by rank, the latest first within a rank. */
export async function omnisearch(ctx: Ctx, query: QueryOf<typeof omnisearchApi.search>): Promise<SearchHit[]> {
  const { searchTerm, searchType, limit } = query
  const first = { searchTerm, ...(searchType ? { searchType } : {}), page: 1, ofEach: limit }
  return (await findPage(ctx, first, { uncounted: true })).hits
}

/** Returns a page of the hits; hits beyond the limit for ranking are on no page. */
export const searchPage = (ctx: Ctx, query: PageQuery): Promise<Page> => findPage(ctx, query, { uncounted: false })

async function findPage(ctx: Ctx, query: PageQuery, { uncounted }: { uncounted: boolean }): Promise<Page> {
  const { searchTerm, searchType, page, ofEach, ...narrow } = query
  const term = bareTerm(searchTerm)
  if (wordsOf(term).length === 0) return { hits: [], counts: [] }
  const asked: Asked = { term, recognised: recognise(term), ...narrow }
  const wanted = ofEach ?? Math.min(hitsOfType.ranked, page * hitsOfPage)
  // The screen shows the counts of all types beside a page, so all types are searched.
  const types = ofEach && searchType ? [searchType] : searchTypes
  const { places, counts } = await findPlaces(ctx, types, asked, {
    limit: wanted,
    isFirst: ofEach !== undefined,
    uncounted,
  })
  const inOrder = places
    .filter(({ type }) => !searchType || type === searchType)
    .sort((one, other) => one.rank - other.rank || other.at.localeCompare(one.at))
  const shown = ofEach ? inOrder : inOrder.slice((page - 1) * hitsOfPage, page * hitsOfPage)
  return { hits: await hitsOf(ctx, shown, asked), counts }
}

async function hitsOf(ctx: Ctx, places: readonly Place[], asked: Asked): Promise<SearchHit[]> {
  const sought = soughtIn(asked.term, asked.recognised)
  const byType = Map.groupBy(places, ({ type }) => type)
  const read = await Promise.all(
    [...byType].map(([type, ofType]) =>
      readShown(
        ctx,
        type,
        ofType.map(({ id }) => id),
        asked,
      ),
    ),
  )
  const byId = new Map(read.flat().map((one) => [one.id, one]))
  return places.flatMap((place) => {
    const one = byId.get(place.id)
    return one ? [hitOf(place, one, sought, asked.recognised)] : []
  })
}

function hitOf(
  { type, at }: Place,
  { texts, ...hit }: Shown,
  sought: readonly string[],
  recognised: Recognised,
): SearchHit {
  const filled = texts.flatMap(([field, text]) => (text ? [{ field, text }] : []))
  const matches = filled.flatMap(({ field, text }) => {
    const found = snippet(text, sought)
    return found ? [{ field, text: found.part, held: found.held }] : []
  })
  // The first of the fields that contain the most words.
  const most = Math.max(...matches.map(({ held }) => held))
  const best = matches.find(({ held }) => held === most)
  const matched = numberOf(filled, recognised) ??
    (best && { field: best.field, text: best.text }) ??
    filled.find(({ field }) => field === 'DATE') ?? {
      field: filled[0]?.field ?? 'NAME',
      text: filled[0]?.text.slice(0, 140).toWellFormed() ?? '',
    }
  const place = type === 'CONTACT' ? filled.find(({ field }) => field === 'ADDRESS') : undefined
  const address = place?.text.slice(0, 140).toWellFormed() ?? null
  return { emailAddress: null, ...hit, address, searchType: type, upstreamRef: hit.id, atUtc: at, matched }
}

type Filled = { readonly field: SearchHit['matched']['field']; readonly text: string }

/** Returns the telephone or tax number that was searched for, which may be formatted differently. */
function numberOf(filled: readonly Filled[], { phone, taxNumber }: Recognised): Filled | undefined {
  const digits = taxNumber?.replace(/\D/g, '')
  if (digits) {
    return filled.find(({ field, text }) => {
      return (field === 'TAX_NUMBER' || field === 'EORI') && text.replace(/\D/g, '') === digits
    })
  }
  if (!phone) return undefined
  return filled
    .filter(({ field }) => field === 'PHONE_NUMBER')
    .flatMap(({ field, text }) => text.split(', ').map((number) => ({ field, text: number })))
    .find(({ text }) => text.replace(/\D/g, '').includes(phone))
}
