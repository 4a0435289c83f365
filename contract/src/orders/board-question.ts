import type { CurrentUser } from '../users/users.ts'

/** Cards that rest until their reminder are shown where the address says so, else as the user has chosen. */
export const showsResting = (future: string | undefined, user: Pick<CurrentUser, 'userConfig'>): boolean =>
  future === undefined ? user.userConfig.visibleFutureTasks : future === 'true'

/** What a board of flames is asked for. */
export const boardQuestion = (id: string, withResting: boolean) =>
  ({ params: { id }, query: { withFutureTask: withResting ? 'true' : 'false' } }) as const
