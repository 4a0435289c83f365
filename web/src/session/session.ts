import { useSyncExternalStore } from 'react'
import { type Access, allows, type Permission } from '#contract/permissions'
import type { CurrentUser } from '#contract/users'

const storageKey = 'currentUser'

let user: CurrentUser | null = kept()
const listeners = new Set<() => void>()

/** The signed-in user as the last sign-in or reload knew them; holds no secret. */
export const currentUser = (): CurrentUser | null => user

/** Keeps the user over a reload of this tab; null forgets them. */
export function setCurrentUser(next: CurrentUser | null): void {
  user = next
  try {
    if (next) sessionStorage.setItem(storageKey, JSON.stringify(next))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // a browser that stores nothing signs in again after a reload
  }
  for (const listener of listeners) listener()
}

/** The signed-in user; null when nobody is. */
export function useSession(): CurrentUser | null {
  return useSyncExternalStore(subscribe, currentUser)
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

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function kept(): CurrentUser | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as CurrentUser | null
  } catch {
    return null
  }
}
