import { type Access, allows, type Permission } from '#contract/permissions'
import type { CurrentUser } from '#contract/users/users'
import { inTab } from '../state/storage.ts'
import { createStore, useStore } from '../state/store.ts'

const storageKey = 'currentUser'

const session = createStore(inTab.readJson(storageKey) as CurrentUser | null)

/** The signed-in user as the last sign-in or reload knew them; holds no secret. */
export const currentUser = (): CurrentUser | null => session.get()

/** Keeps the user over a reload of this tab; null forgets them. */
export function setCurrentUser(next: CurrentUser | null): void {
  inTab.writeJson(storageKey, next)
  session.set(next)
}

/** The signed-in user; null when nobody is. */
export function useSession(): CurrentUser | null {
  return useStore(session)
}

/** The signed-in user, on screens that nobody else can reach. */
export function useCurrentUser(): CurrentUser {
  const signedIn = useSession()
  if (!signedIn) throw new Error('this screen needs a signed-in user')
  return signedIn
}

/** `const may = useMay(); may('CONTACT_MODIFY')`: shows no button whose call would answer 403. */
export function useMay(): (access: Access) => boolean {
  const signedIn = useSession()
  return (access) => allows(access, signedIn ? new Set<Permission>(signedIn.permissions) : null)
}
