import type { BoardCard } from './card-kind.ts'

/** Returns true if the assignee is empty or was removed. `users` is empty if the user may not see them. */
export const hasNobody = (
  { assigneeRef }: Pick<BoardCard, 'assigneeRef'>,
  users: ReadonlyMap<string, unknown>,
): boolean => assigneeRef === null || (users.size > 0 && !users.has(assigneeRef))

/** Returns true if the proxy is active; its period may be open at both ends. */
export function hasProxy({ proxyOwnerRef, proxyOwnerFrom, proxyOwnerUntil }: BoardCard, now: number): boolean {
  if (proxyOwnerRef === null) return false
  return (
    (proxyOwnerFrom === null || Date.parse(proxyOwnerFrom) <= now) &&
    (proxyOwnerUntil === null || now <= Date.parse(proxyOwnerUntil))
  )
}
