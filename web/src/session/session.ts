import { type Access, allows, type Permission } from '#contract/permissions'
import type { CurrentUser } from '#contract/users/users'
import { inTab } from '../state/storage.ts'
import { createStore, useStore } from '../state/store.ts'

const storageKey = 'currentUser'

const session = createStore(inTab.readJson(storageKey) as CurrentUser | null)

/** Returns the signed-in user as of the last sign-in or reload, without secrets. */
export const currentUser = (): CurrentUser | null => session.get()

/** Stores the user for reloads of this tab; null removes the user. */
export function setCurrentUser(next: CurrentUser | null): void {
  inTab.writeJson(storageKey, next)
  session.set(next)
}

/** Returns the signed-in user, or null. */
export function useSession(): CurrentUser | null {
  return useStore(session)
}

/** Returns the signed-in user, on screens that need one. */
export function useCurrentUser(): CurrentUser {
  const signedIn = useSession()
  if (!signedIn) throw new Error('this screen needs a signed-in user')
  return signedIn
}

/** `const may = useMay(); may('CONTACT_MODIFY')`: hides buttons whose call would answer 403. */
export function useMay(): (access: Access) => boolean {
  const signedIn = useSession()
  return (access) => allows(access, signedIn ? new Set<Permission>(signedIn.permissions) : null)
}
