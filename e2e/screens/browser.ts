import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { WebSocket as WebSocketOfNode } from 'ws'
import { type Called, network } from './network.ts'

interface CookieJar {
  setCookieSync(cookie: string, url: string): void
  getCookieStringSync(url: string): string
  removeAllCookiesSync(): void
}

declare global {
  var jsdom: { reconfigure(settings: { url: string }): void; cookieJar: CookieJar }
  /** Originals before this file replaced them: the file is loaded again for each test file. */
  var before: {
    fetch: typeof fetch
    Response: typeof Response
    setTimeout: typeof setTimeout
    insertBefore: typeof Node.prototype.insertBefore
    matches: typeof Element.prototype.matches
    querySelector: typeof Element.prototype.querySelector
    elementsOf: typeof Element.prototype.getElementsByTagName
    elementsOfDocument: typeof Document.prototype.getElementsByTagName
  }
}
globalThis.before ??= {
  ...{ fetch, Response, setTimeout, insertBefore: Node.prototype.insertBefore },
  ...{ matches: Element.prototype.matches, querySelector: Element.prototype.querySelector },
  elementsOf: Element.prototype.getElementsByTagName,
  elementsOfDocument: Document.prototype.getElementsByTagName,
}

// Replaces what jsdom lacks of a browser, and what only costs time: nothing is laid out or painted here.

const { url: origin } = inject('product')
jsdom.reconfigure({ url: origin })

// The virtualised lists need a viewport size to know the visible rows.
for (const [name, size] of Object.entries({
  clientHeight: 600,
  clientWidth: 1200,
  offsetHeight: 600,
  offsetWidth: 1200,
})) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size })
}
window.scrollTo = () => undefined
Object.assign(window, { requestIdleCallback: (task: () => void) => setTimeout(task, 1) })
// Browsers offer this function over https only.
Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: undefined })
// no prefetching
Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
Element.prototype.scrollTo ??= () => undefined
Element.prototype.scrollIntoView ??= () => undefined
/** Returns whether a media query matches: a window of 1440 pixels with reduced motion. */
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
/** WebSocket of Node with the cookies of the page; silent while a test has cut the network. */
globalThis.WebSocket = class extends WebSocketOfNode {
  constructor(url: string, protocols?: string[]) {
    super(url, protocols, { origin, headers: { cookie: jsdom.cookieJar.getCookieStringSync(origin) } })
    if (network.isCut) this.once('open', () => this.pause())
  }
} as unknown as typeof WebSocket

/** Files that the screens save, by their object URL. */
const savedBlobs = new Map<string, Blob>()
URL.createObjectURL = (blob) => {
  const url = `blob:${origin}/${randomUUID()}`
  savedBlobs.set(url, blob as Blob)
  return url
}
URL.revokeObjectURL = () => undefined
HTMLAnchorElement.prototype.click = function () {
  const blob = savedBlobs.get(this.href)
  if (!blob) return void HTMLElement.prototype.click.call(this)
  for (const tell of network.saved) tell({ name: this.download, blob })
}

// Timeouts of 8 seconds, which hide notices, take a minute, so that a slow machine sees the same as a fast one.
const patient = (task: () => void, ms?: number, ...given: unknown[]) =>
  before.setTimeout(task, ms === 8000 ? 60_000 : ms, ...given)
globalThis.setTimeout = patient as typeof setTimeout

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

// Style sheets are not inserted, and only inline styles count as computed style: matching every rule with every element
// would take most of the time.
Node.prototype.insertBefore = function <Child extends Node>(child: Child, after: Node | null): Child {
  return (child as Node) instanceof HTMLStyleElement ? child : (before.insertBefore.call(this, child, after) as Child)
}
const unseen = document.createElement('i').style
unseen.display = 'none'
const plain = document.createElement('i').style
window.getComputedStyle = (element) => {
  if (element.hasAttribute('hidden') || !('style' in element)) return unseen
  // reading `style` would create a style object, so the attribute is checked first
  return element.hasAttribute('style') ? (element as HTMLElement).style : plain
}
globalThis.getComputedStyle = window.getComputedStyle

// jsdom searches for an element named `length` in each step through a collection, so it is iterated by index.
const itemOf = HTMLCollection.prototype.item
HTMLCollection.prototype[Symbol.iterator] = function* (this: HTMLCollection) {
  for (let index = 0, element = itemOf.call(this, 0); element; element = itemOf.call(this, ++index)) yield element
} as () => ReturnType<HTMLCollection[typeof Symbol.iterator]>

// The selector engine lists all elements each time, and jsdom also looks each up by name; an array avoids that.
const asArray = (list: HTMLCollection) => Object.assign([...list], { item: (at: number) => list.item(at) })
for (const [{ prototype }, elementsOf] of [
  [Element, before.elementsOf],
  [Document, before.elementsOfDocument],
] as const) {
  Object.assign(prototype, {
    getElementsByTagName(this: Element & Document, name: string) {
      return asArray(elementsOf.call(this, name))
    },
  })
}

// The role of an element is found by a hundred selectors that begin with a tag; most are rejected by the tag alone.
const tags = new Map<string, string | undefined>()
const simple = /^([a-z][a-z0-9]*)(\[[\w-]+(="\w*")?\]|:not\(\[[\w-]+(="\w*")?\]\))*$/
Object.assign(Element.prototype, {
  matches(this: Element, selector: string) {
    if (!tags.has(selector)) tags.set(selector, simple.exec(selector)?.[1])
    const tag = tags.get(selector)
    return (!tag || tag === this.localName) && (tag === selector || before.matches.call(this, selector))
  },
})

// Selectors for an id search the whole page in jsdom, although it keeps an index of ids.
Object.assign(Element.prototype, {
  querySelector(this: Element, selector: string) {
    const id = /^\[id="([^"\\]+)"\]$/.exec(selector)?.[1]
    const found = id && document.getElementById(id)
    return found && found !== this && this.contains(found) ? found : before.querySelector.call(this, selector)
  },
})

// jsdom finds the labels of a field by walking through the whole page for each label, which took a sixth of the time.
for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]) {
  Object.defineProperty(prototype, 'labels', {
    configurable: true,
    get(this: HTMLElement) {
      if (this instanceof HTMLInputElement && this.type === 'hidden') return null
      // a field without an id can only have labels around it
      const labels = this.id ? [...document.getElementsByTagName('label')] : around(this)
      return labels.filter((label) =>
        label.hasAttribute('for')
          ? label.htmlFor === this.id && document.getElementById(this.id) === this
          : label.contains(this) && label.control === this,
      )
    },
  })
}

function around(element: Element): HTMLLabelElement[] {
  const labels: HTMLLabelElement[] = []
  for (let at = element.parentElement; at; at = at.parentElement) if (at instanceof HTMLLabelElement) labels.unshift(at)
  return labels
}

Blob.prototype.stream ??= function (this: Blob) {
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(new Uint8Array(await this.arrayBuffer()))
      controller.close()
    },
  })
}

/** Calls of the screens without an answer yet. */
export const underWay = new Set<string>()

/** Sends a request to the product with the cookies of the page. */
export async function send(target: string, { signal, ...init }: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('origin', origin)
  // compression is useless without a network
  headers.set('accept-encoding', 'identity')
  if (!headers.has('cookie')) headers.set('cookie', jsdom.cookieJar.getCookieStringSync(target))
  const { visit } = network
  const response = await before.fetch(target, { ...init, headers })
  // the page of the request may be gone, and its session with it
  if (visit !== network.visit) return new Promise(() => {})
  for (const cookie of response.headers.getSetCookie()) jsdom.cookieJar.setCookieSync(cookie, target)
  return response
}

/** Calls of the screens; tests may intercept them. */
globalThis.fetch = async (input, init = {}) => {
  const target = new URL(input instanceof Request ? input.url : input, origin).href
  const called = { url: () => target, method: () => init.method ?? 'GET' }
  // the fetch of Node does not accept abort signals of jsdom
  const aborted = new Promise<never>((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
  const call = `${underWay.size} ${target}`
  underWay.add(call)
  for (const tell of network.asked) tell(called)
  const answer = answerOf(called, () => send(target, init))
  const response = await Promise.race([answer, aborted]).finally(() => underWay.delete(call))
  for (const tell of network.answered) tell({ url: called.url, request: () => called })
  return response
}

function answerOf(called: Called, forward: () => Promise<Response>): Promise<Response> {
  const hand = network.routes.findLast(({ pattern, times }) => times > 0 && pattern.test(called.url()))
  if (!hand) return forward()
  hand.times -= 1
  return new Promise((resolve, reject) => {
    void hand.handle({
      request: () => called,
      continue: async () => resolve(forward()),
      fetch: forward,
      abort: async () => reject(new TypeError('Failed to fetch')),
      fulfill: async ({ status = 200, contentType = 'application/json', json }) =>
        resolve(new before.Response(JSON.stringify(json), { status, headers: { 'content-type': contentType } })),
    })
  })
}

/** Accepts a jsdom blob as the body of a response, as in an upload. */
globalThis.Response = class extends before.Response {
  constructor(body?: BodyInit | null, init?: ResponseInit) {
    super(body instanceof Blob ? body.stream() : body, init)
  }
}

/** XMLHttpRequest for uploads, based on `send`. */
class Upload {
  status = 0
  response: unknown
  responseType = ''
  upload: { onprogress?: (told: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  readonly #headers = new Headers()
  readonly #stop = new AbortController()
  #url = ''
  #answered = new Headers()
  open(_method: string, url: string) {
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  getResponseHeader(name: string) {
    return this.#answered.get(name)
  }
  abort() {
    this.#stop.abort()
    this.onabort?.()
  }
  send(form: FormData) {
    void this.#send(form).then(
      () => this.onload?.(),
      () => this.#stop.signal.aborted || this.onerror?.(),
    )
  }
  async #send(form: FormData) {
    const boundary = randomUUID()
    const body = await multipart(form, boundary)
    this.upload.onprogress?.({ loaded: body.length, total: body.length })
    this.#headers.set('content-type', `multipart/form-data; boundary=${boundary}`)
    const { signal } = this.#stop
    const answer = await fetch(this.#url, { method: 'POST', headers: this.#headers, body, signal })
    this.status = answer.status
    this.#answered = answer.headers
    this.response = await answer.blob()
  }
}
globalThis.XMLHttpRequest = Upload as unknown as typeof XMLHttpRequest

async function multipart(form: FormData, boundary: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = []
  for (const [name, value] of form) {
    const isFile = typeof value !== 'string'
    const file = isFile ? `; filename="${value.name}"\r\ncontent-type: ${value.type || 'application/octet-stream'}` : ''
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
      isFile ? Buffer.from(await value.arrayBuffer()) : Buffer.from(value),
      Buffer.from('\r\n'),
    )
  }
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]))
}
