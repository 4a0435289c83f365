import { limits } from '#contract/limits'
import { ownPath, viewTarget } from './targets.ts'

const storageKey = 'wantedPage'

/** Before somebody is sent to /login: a page whose path is too long to be followed as `view` is noted in this tab. */
export function noteWanted(page: string): void {
  try {
    if (page.length > limits.view.max && ownPath(page)) sessionStorage.setItem(storageKey, page)
  } catch {
    // a browser that stores nothing starts at the first screen
  }
}

/** Where a sign-in leads that the `view` of /login asks for: as `view` may say it, or as this tab itself noted it. */
export function wantedTarget(view: unknown): string | null {
  return viewTarget(view) ?? (typeof view === 'string' && view === noted() ? ownPath(view) : null)
}

export function forgetWanted(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // nothing was noted there
  }
}

function noted(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}
