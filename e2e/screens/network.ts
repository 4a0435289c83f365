export interface Called {
  url: () => string
  method: () => string
}

/** A call of a screen that waits for what a test makes of it. */
export interface Route {
  continue: () => Promise<void>
  /** The product gets it, and the screen no answer yet. */
  fetch: () => Promise<unknown>
  abort: () => Promise<void>
  fulfill: (answer: { status?: number; contentType?: string; json: unknown }) => Promise<void>
}

interface Hand {
  pattern: RegExp
  times: number
  handle: (route: Route) => unknown
}

/** What stands between the screens and the product, for the test that is under way. */
export const network = {
  /** Counts the pages that were loaded. */
  visit: 0,
  routes: [] as Hand[],
  /** No live channel that is opened from now on says anything. */
  isCut: false,
  asked: new Set<(called: Called) => void>(),
  answered: new Set<(answer: { url: () => string; request: () => Called }) => void>(),
  saved: new Set<(file: { name: string; blob: Blob }) => void>(),
  mend(): void {
    this.isCut = false
    this.routes.length = 0
    for (const tell of [this.asked, this.answered, this.saved]) tell.clear()
  },
}

/** The next of these that fits. */
export function nextOf<Told>(telling: Set<(told: Told) => void>, fits: (told: Told) => boolean): Promise<Told> {
  return new Promise((resolve) => {
    const tell = (told: Told) => {
      if (!fits(told)) return
      telling.delete(tell)
      resolve(told)
    }
    telling.add(tell)
  })
}
