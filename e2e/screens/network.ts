export interface Called {
  url: () => string
  method: () => string
}

/** Intercepted call of a screen. */
export interface Route {
  request: () => Called
  continue: () => Promise<void>
  /** Sends the call to the product without answering the screen yet. */
  fetch: () => Promise<unknown>
  abort: () => Promise<void>
  fulfill: (answer: { status?: number; contentType?: string; json: unknown }) => Promise<void>
}

interface Hand {
  pattern: RegExp
  times: number
  handle: (route: Route) => unknown
}

/** Network between the screens and the product, for the current test. */
export const network = {
  /** Number of loaded pages. */
  visit: 0,
  routes: [] as Hand[],
  /** Live channels opened from here on receive nothing. */
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

/** Resolves with the next event that fits. */
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
