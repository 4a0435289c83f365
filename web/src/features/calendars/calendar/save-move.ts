import { ApiError } from '../../../api/client.ts'

interface Move<Saved> {
  /** The version the user saw. */
  version: number
  send: (version: number) => Promise<Saved>
  /** Returns true if the newer version is still in the place the user saw, so that the move can be retried. */
  stands: (now: Saved) => boolean
  /** Reports the refusal; `now` is the version another user saved meanwhile. */
  refused: (error: unknown, now: Saved | undefined) => unknown
}

/**
 * Moves a calendar entry unless another user has moved it meanwhile. Returns the saved record, or undefined if refused.
 */
export async function saveMove<Saved extends { readonly version: number }>(
  move: Move<Saved>,
): Promise<Saved | undefined> {
  const { version, send, stands, refused } = move
  try {
    return await send(version)
  } catch (error) {
    const isStale = error instanceof ApiError && error.problem.code === 'STALE_VERSION'
    const now = isStale ? (error.problem.current as Saved | undefined) : undefined
    if (now && stands(now) && now.version > version) return saveMove({ ...move, version: now.version })
    await refused(error, now)
    return undefined
  }
}
