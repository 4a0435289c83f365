export type { Like } from '#contract/sentences/like'
