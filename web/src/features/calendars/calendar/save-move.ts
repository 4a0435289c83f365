import { ApiError } from '../../../api/client.ts'

interface Move<Saved> {
  /** The version that was seen. */
  version: number
  send: (version: number) => Promise<Saved>
  /** Whether it still stands where it was seen, so that something else was changed. */
  stands: (now: Saved) => boolean
  /** Says why not; `now` is what somebody else saved meanwhile. */
  refused: (error: unknown, now: Saved | undefined) => unknown
}

/** Moves what stands in a calendar, unless somebody else moved it meanwhile. Answers what is saved then; undefined when it was refused. */
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
