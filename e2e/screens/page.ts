import { Readable } from 'node:stream'
import { inject } from 'vitest'
import { freshApp } from './app.ts'
import { send, underWay } from './browser.ts'
import { formOf, formType, type UploadedFile } from './forms.ts'
import { drawn, Locator, pressKey, user } from './locator.ts'
import { type Called, network, nextOf, type Route } from './network.ts'

const { url: origin } = inject('product')

/** Subset of Playwright's page: React renders the real app into the page of jsdom. */
export class Page extends Locator {
  #leave = () => {}
  constructor() {
    super(() => [document.body], '')
  }

  /** Loads an address as a browser does: only the storage of the former page is kept. */
  goto = async (path: string): Promise<void> => {
    this.close()
    jsdom.reconfigure({ url: new URL(path, origin).href })
    const { startI18n, loadTexts, router, RouterProvider, createElement, createRoot } = await freshApp()
    await startI18n()
    void loadTexts('failure')
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    root.render(createElement(RouterProvider, { router }))
    this.#leave = () => {
      // pending navigation of the former page has no effect
      Object.assign(router.history, { push: () => {}, replace: () => {} })
      root.unmount()
    }
  }
  reload = () => this.goto(location.href)
  goBack = async () => {
    history.back()
    await drawn()
  }
  url = () => location.href
  override async evaluate(look: (given: never) => unknown, given?: unknown): Promise<unknown> {
    return look(given as never)
  }

  close(): void {
    this.#leave()
    this.#leave = () => {}
    network.visit += 1
    underWay.clear()
    // a new body, because packages keep state about dialogs of the old one
    document.body.replaceWith(document.createElement('body'))
  }

  readonly route = async (pattern: RegExp, handle: (route: Route) => unknown, { times = Infinity } = {}) =>
    void network.routes.push({ pattern, handle, times })
  readonly unroute = async (pattern: RegExp) => {
    network.routes = network.routes.filter((hand) => String(hand.pattern) !== String(pattern))
  }
  readonly routeWebSocket = async () => {
    network.isCut = true
  }
  readonly on = (event: 'request' | 'response', tell: (told: unknown) => void) =>
    void network[event === 'request' ? 'asked' : 'answered'].add(tell)
  readonly waitForRequest = (fits: RegExp | ((called: Called) => boolean)) =>
    nextOf(network.asked, (called) => (fits instanceof RegExp ? fits.test(called.url()) : fits(called)))
  readonly waitForEvent = async (_download: string) => {
    const { name, blob } = await nextOf(network.saved, () => true)
    return {
      suggestedFilename: () => name,
      createReadStream: async () => Readable.from([Buffer.from(await blob.arrayBuffer())]),
    }
  }

  readonly keyboard = {
    press: pressKey,
    type: (text: string) => user.keyboard(text.replace(/[{[]/g, '$&$&')).then(drawn),
  }
  readonly request = requestsWith()
  readonly context = () => ({
    grantPermissions: async () => {},
    clearCookies: async () => jsdom.cookieJar.removeAllCookiesSync(),
    cookies: async () => [jsdom.cookieJar.getCookieStringSync(origin)],
    addCookies: async (cookies: string[]) => {
      for (const cookie of cookies) jsdom.cookieJar.setCookieSync(`${cookie}; Path=/; HttpOnly`, origin)
    },
  })
}

/** User who makes calls with a session of their own. */
export class Person {
  readonly request
  constructor(cookie: string) {
    this.request = requestsWith(cookie)
  }
}

interface Call {
  method?: string
  data?: object
  multipart?: Record<string, string | UploadedFile>
  headers?: Record<string, string>
}

/** Returns functions for calls outside the screen; without `cookie` they use that of the page. */
function requestsWith(cookie?: string) {
  const call = async (path: string, { method = 'GET', data, multipart, headers = {} }: Call = {}) => {
    const all = new Headers(headers)
    if (data) all.set('content-type', 'application/json')
    if (multipart) all.set('content-type', formType)
    if (cookie) all.set('cookie', cookie)
    const body = multipart ? formOf(Object.entries(multipart)) : data && JSON.stringify(data)
    const answer = await send(new URL(path, origin).href, { method, headers: all, body })
    return {
      url: () => answer.url,
      ok: () => answer.ok,
      status: () => answer.status,
      text: () => answer.text(),
      json: () => answer.json(),
      body: async () => Buffer.from(await answer.arrayBuffer()),
      headers: () => Object.fromEntries(answer.headers),
    }
  }
  return {
    fetch: call,
    get: (path: string) => call(path),
    put: (path: string, given: Call) => call(path, { ...given, method: 'PUT' }),
    post: (path: string, given: Call) => call(path, { ...given, method: 'POST' }),
  }
}
