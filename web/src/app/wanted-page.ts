import { inTab } from '../state/storage.ts'
import { ownPath, viewLength, viewTarget } from './targets.ts'

const storageKey = 'wantedPage'

/** Before somebody is sent to /login: a page whose path is too long to be followed as `view` is noted in this tab. */
export function noteWanted(page: string): void {
  if (page.length > viewLength.max && ownPath(page)) inTab.write(storageKey, page)
}

/** Where a sign-in leads that the `view` of /login asks for: as `view` may say it, or as this tab itself noted it. */
export function wantedTarget(view: unknown): string | null {
  return viewTarget(view) ?? (typeof view === 'string' && view === noted() ? ownPath(view) : null)
}

export const forgetWanted = (): void => inTab.write(storageKey, null)

const noted = (): string | null => inTab.read(storageKey)
