import type { CurrentUser } from '#contract/users/users'

/** Cards that rest until their reminder are shown where the address says so, else as the user has chosen. */
export const showsResting = (future: string | undefined, { userConfig }: CurrentUser): boolean =>
  future === undefined ? userConfig.visibleFutureTasks : future === 'true'

/** What a board of flames is asked for. */
export const boardQuestion = (id: string, withResting: boolean) =>
  ({ params: { id }, query: { withFutureTask: withResting ? 'true' : 'false' } }) as const
