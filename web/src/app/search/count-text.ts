import type { TypeCount } from '#contract/overview/omnisearch'
import { formatNumber } from '../../ui/text/format.ts'

/** Returns the number of hits, with a plus where there are more that were not counted. */
export const countText = ({ count, more }: Pick<TypeCount, 'count' | 'more'>) =>
  `${formatNumber(count)}${more ? '+' : ''}`
