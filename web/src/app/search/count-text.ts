import type { TypeCount } from '#contract/overview/omnisearch'
import { formatNumber } from '../../ui/text/format.ts'

/** With a plus where there are hits that nobody counted. */
export const countText = ({ count, more }: Pick<TypeCount, 'count' | 'more'>) =>
  `${formatNumber(count)}${more ? '+' : ''}`
