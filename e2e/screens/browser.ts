import { inject } from 'vitest'
import { WebSocket as WebSocketOfNode } from 'ws'

interface CookieJar {
  setCookieSync(cookie: string, url: string): void
  getCookieStringSync(url: string): string
  removeAllCookiesSync(): void
}

declare global {
  var jsdom: { reconfigure(settings: { url: string }): void; cookieJar: CookieJar }
  /** What was there before this file was read, which is read anew for each file of tests. */
  var before: { fetch: typeof fetch; Response: typeof Response; insertBefore: typeof Node.prototype.insertBefore }
}
globalThis.before ??= { fetch, Response, insertBefore: Node.prototype.insertBefore }

// What jsdom lacks of a browser, and what would only cost time: nothing is laid out or painted here.

const { url: origin } = inject('product')
jsdom.reconfigure({ url: origin })

// The virtualised lists need a viewport to know which rows are in sight.
for (const [name, size] of Object.entries({
  clientHeight: 600,
  clientWidth: 1200,
  offsetHeight: 600,
  offsetWidth: 1200,
})) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size })
}
window.scrollTo = () => undefined
Element.prototype.scrollTo ??= () => undefined
Element.prototype.scrollIntoView ??= () => undefined
/** A window of 1440 pixels, of somebody who wants nothing to move. */
const isSo = (query: string) =>
  /prefers-reduced-motion: ?reduce/.test(query) ||
  Number(/max-width: ?([\d.]+)px/.exec(query)?.[1] ?? 0) >= 1440 ||
  Number(/min-width: ?([\d.]+)px/.exec(query)?.[1] ?? 9999) <= 1440
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), { matches: isSo(query), media: query }) as unknown as MediaQueryList
globalThis.CSS = { escape: (name: string) => name.replace(/[^\w-]/g, '\\$&') } as unknown as typeof CSS

class NothingToSee {
  observe() {}
  unobserve() {}
  disconnect() {}
}
/** The live channel, with the cookies of the page as well. */
globalThis.WebSocket = class extends WebSocketOfNode {
  constructor(url: string, protocols?: string[]) {
    super(url, protocols, { origin, headers: { cookie: jsdom.cookieJar.getCookieStringSync(origin) } })
  }
} as unknown as typeof WebSocket

let copied = ''
const clipboard = {
  async writeText(text: string) {
    copied = text
  },
  readText: async () => copied,
}
Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
HTMLCanvasElement.prototype.getContext = () => null
globalThis.reportError = (error) => console.error(error)
Object.assign(globalThis, { ResizeObserver: NothingToSee, IntersectionObserver: NothingToSee })

// Sheets of styles are not put into the page, and only what stands on an element itself counts as its style: matching
// every rule with every element would take most of the time.
Node.prototype.insertBefore = function <Child extends Node>(child: Child, after: Node | null): Child {
  return (child as Node) instanceof HTMLStyleElement ? child : (before.insertBefore.call(this, child, after) as Child)
}
const unseen = document.createElement('i').style
unseen.display = 'none'
window.getComputedStyle = (element) =>
  element.hasAttribute('hidden') ? unseen : ((element as HTMLElement).style ?? unseen)
globalThis.getComputedStyle = window.getComputedStyle

Blob.prototype.stream ??= function (this: Blob) {
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(new Uint8Array(await this.arrayBuffer()))
      controller.close()
    },
  })
}

/** The calls of the screens that are not answered yet. */
export const underWay = new Set<string>()

/** Calls of the screens go to the product, with the cookies of the page. */
globalThis.fetch = async (input, { signal, ...init } = {}) => {
  const target = new URL(input instanceof Request ? input.url : input, origin).href
  const headers = new Headers(init.headers)
  headers.set('origin', origin)
  if (!headers.has('cookie')) headers.set('cookie', jsdom.cookieJar.getCookieStringSync(target))
  // jsdom has signals of its own, which the fetch of Node does not know
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
  const call = `${underWay.size} ${target}`
  underWay.add(call)
  const response = await Promise.race([before.fetch(target, { ...init, headers }), aborted]).finally(() =>
    underWay.delete(call),
  )
  for (const cookie of response.headers.getSetCookie()) jsdom.cookieJar.setCookieSync(cookie, target)
  return response
}

/** A body of jsdom in an answer, as of an upload. */
globalThis.Response = class extends before.Response {
  constructor(body?: BodyInit | null, init?: ResponseInit) {
    super(body instanceof Blob ? body.stream() : body, init)
  }
}
