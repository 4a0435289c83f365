import type { CurrentUser } from '../users/users.ts'

/**
 * Returns whether a board shows cards that rest until their reminder: as the address says, otherwise as the user chose.
 */
export const showsResting = (future: string | undefined, user: Pick<CurrentUser, 'userConfig'>): boolean =>
  future === undefined ? user.userConfig.visibleFutureTasks : future === 'true'

/** Returns the input of the call that reads a board of flames. */
export const boardQuestion = (id: string, withResting: boolean) =>
  ({ params: { id }, query: { withFutureTask: withResting ? 'true' : 'false' } }) as const
