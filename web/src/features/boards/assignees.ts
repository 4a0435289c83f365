import type { BoardCard } from './card-kind.ts'

/** Nobody, or somebody who is no user any more; `users` is empty where the caller may not know them. */
export const hasNobody = (
  { assigneeRef }: Pick<BoardCard, 'assigneeRef'>,
  users: ReadonlyMap<string, unknown>,
): boolean => assigneeRef === null || (users.size > 0 && !users.has(assigneeRef))

/** In the proxy's period, which may be open at both ends. */
export function hasProxy({ proxyOwnerRef, proxyOwnerFrom, proxyOwnerUntil }: BoardCard, now: number): boolean {
  if (proxyOwnerRef === null) return false
  return (
    (proxyOwnerFrom === null || Date.parse(proxyOwnerFrom) <= now) &&
    (proxyOwnerUntil === null || now <= Date.parse(proxyOwnerUntil))
  )
}
