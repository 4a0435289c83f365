import { maxSearchTerm, type SearchType, searchTypes } from '#contract/overview/omnisearch'
import { useScreenParams } from '../../ui/navigation/screens.ts'

export interface Asked {
  readonly term: string
  readonly type: SearchType | undefined
  /** Days as yyyy-mm-dd, both included. */
  readonly since: string | undefined
  readonly until: string | undefined
  readonly contact: string | undefined
  readonly user: string | undefined
  readonly page: number
}

/** Returns the query in the address of the search, without invalid values. */
export function useAsked(): Asked {
  const { term = '', type, since, until, contact, user, page } = useScreenParams('search')
  return {
    term: term.trim().slice(0, maxSearchTerm),
    type: searchTypes.find((one) => one === type),
    since: day(since),
    until: day(until),
    contact: id(contact),
    user: id(user),
    page: Math.max(1, Math.min(1000, Number.parseInt(page ?? '1', 10) || 1)),
  }
}

const day = (text = '') =>
  /^(18|19|2[0-4])\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
const id = (text = '') => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : undefined)
