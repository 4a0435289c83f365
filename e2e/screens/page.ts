import { join } from 'node:path'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { inject, vi } from 'vitest'
import { drawn, Locator, pressKey, user } from './locator.ts'

const { url: origin } = inject('product')

interface Texts {
  startI18n: () => Promise<void>
  loadTexts: (area: string) => Promise<void>
}

/** A module of the web, whose types are looked at there, without those of Node. */
const ofWeb = <Module>(file: string): Promise<Module> => import(join(import.meta.dirname, '../../web/src', file))

/** The part of Playwright's page that these tests speak, with the real app drawn by React into the page of jsdom. */
export class Page extends Locator {
  #leave = () => {}
  constructor() {
    super(() => [document.body], '')
  }

  /** Loads an address as a browser does: of the page before, only what was stored is left. */
  goto = async (path: string): Promise<void> => {
    this.close()
    jsdom.reconfigure({ url: new URL(path, origin).href })
    vi.resetModules()
    const { startI18n, loadTexts } = await ofWeb<Texts>('i18n/i18n.ts')
    const { router } = await ofWeb<{ router: AnyRouter }>('app/routes.tsx')
    await startI18n()
    void loadTexts('failure')
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    root.render(createElement(RouterProvider, { router }))
    this.#leave = () => {
      // what is still under way there leads nowhere any more
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
    document.body.replaceChildren()
  }

  readonly keyboard = {
    press: pressKey,
    type: (text: string) => user.keyboard(text.replace(/[{[]/g, '$&$&')).then(drawn),
  }
  readonly request = requestsWith()
  readonly context = () => ({
    grantPermissions: async () => {},
    clearCookies: async () => jsdom.cookieJar.removeAllCookiesSync(),
  })
}

/** Somebody who makes calls with a session of their own. */
export class Person {
  readonly request
  constructor(cookie: string) {
    this.request = requestsWith(cookie)
  }
}

interface Call {
  method?: string
  data?: object
  headers?: Record<string, string>
}

/** Calls beside the screen; without a cookie of its own with that of the page. */
function requestsWith(cookie?: string) {
  const send = async (path: string, { method = 'GET', data, headers = {} }: Call = {}) => {
    const all = new Headers(headers)
    if (data !== undefined) all.set('content-type', 'application/json')
    if (cookie) all.set('cookie', cookie)
    const answer = await fetch(path, { method, headers: all, body: data && JSON.stringify(data) })
    return {
      url: () => answer.url,
      ok: () => answer.ok,
      status: () => answer.status,
      text: () => answer.text(),
      json: () => answer.json(),
    }
  }
  return {
    fetch: send,
    get: (path: string) => send(path),
    put: (path: string, call: Call) => send(path, { ...call, method: 'PUT' }),
  }
}
