import { dashboardApi, tiles } from '#contract/overview/dashboards'
import { spanOf } from './use-span.ts'

/** What the page asks for first, as an address says it; nobody is compared unless an admin wants it. */
export function firstTiles({ since, until }: Readonly<Record<string, string>>) {
  const query = spanOf(since, until)
  return tiles.filter((tile) => tile !== 'people').map((tile) => ({ endpoint: dashboardApi[tile], input: { query } }))
}
