import { inTab } from '../state/storage.ts'
import { ownPath, viewLength, viewTarget } from './targets.ts'

const storageKey = 'wantedPage'

/** Stores a page in this tab before the user is sent to /login, where its path is too long for `view`. */
export function noteWanted(page: string): void {
  if (page.length > viewLength.max && ownPath(page)) inTab.write(storageKey, page)
}

/** Returns the page to open after signing in: a valid `view`, or one that this tab stored itself. */
export function wantedTarget(view: unknown): string | null {
  return viewTarget(view) ?? (typeof view === 'string' && view === noted() ? ownPath(view) : null)
}

export const forgetWanted = (): void => inTab.write(storageKey, null)

const noted = (): string | null => inTab.read(storageKey)
