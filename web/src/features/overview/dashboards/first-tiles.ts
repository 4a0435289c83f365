import { dashboardApi, tiles } from '#contract/overview/dashboards'
import { spanOf } from './use-span.ts'

/** Returns the initial queries for a URL. Comparing people is excluded, because it is off by default. */
export function firstTiles({ since, until }: Readonly<Record<string, string>>) {
  const query = spanOf(since, until)
  return tiles.filter((tile) => tile !== 'people').map((tile) => ({ endpoint: dashboardApi[tile], input: { query } }))
}
