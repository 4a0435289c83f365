import type { BrowserContext, Clock, Page as PlaywrightPage, expect as playwrightExpect } from '@playwright/test'
import axe from 'axe-core'
import { afterAll, afterEach, test as base, beforeEach, inject, vi } from 'vitest'
import { authApi } from '../../contract/src/users/users.ts'
import type { Database } from '../../server/src/db/db.ts'
import { addSession, call } from '../data.ts'
import { databaseOf } from '../product.ts'
import { underWay } from './browser.ts'
import { withClock } from './clock.ts'
import { expect as expectThat } from './expect.ts'
import { drawn } from './locator.ts'
import { network } from './network.ts'
import { Page, Person } from './page.ts'

export * from '../data.ts'

// Typed as Playwright's own page and expect, so that helpers work here and in the browser tests.
const page = new Page()
export const expect = expectThat as unknown as typeof playwrightExpect

const product = inject('product')
const database = databaseOf(product)
afterAll(async () => {
  await database.close()
  // the next test file loads its own modules
  vi.resetModules()
})

interface Each {
  page: PlaywrightPage
  context: BrowserContext
  database: Database
  /** Signs `page` in: with a session row, or by a call if a password is given. */
  signIn: (username: string, password?: string) => Promise<void>
  /** Clock that the test turns forward. */
  clock: Pick<Clock, 'fastForward'>
  /** Another user, for calls only: there is just one screen. */
  openFor: (username: string) => Promise<PlaywrightPage>
}

const openFor = async (username: string) => new Person(`session=${await addSession(database, username)}`)

export const test = base.extend<Each>({
  // biome-ignore-start lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from the pattern
  page: ({}, use) => use(page as unknown as PlaywrightPage),
  context: ({}, use) => use(page.context() as unknown as BrowserContext),
  database: ({}, use) => use(database),
  signIn: ({}, use) =>
    use(async (username, password) => {
      if (password)
        return void (await call(page as unknown as PlaywrightPage, authApi.signIn, { body: { username, password } }))
      jsdom.cookieJar.setCookieSync(`session=${await addSession(database, username)}; Path=/; HttpOnly`, product.url)
    }),
  clock: ({}, use) => withClock(use),
  openFor: ({}, use) => use((username) => openFor(username) as unknown as Promise<PlaywrightPage>),
  // biome-ignore-end lint/correctness/noEmptyPattern: as above
})

const complaints: unknown[][] = []
beforeEach(() => {
  complaints.length = 0
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...args) => complaints.push(args))
  }
})
afterEach(() => {
  page.close()
  network.mend()
  localStorage.clear()
  sessionStorage.clear()
  jsdom.cookieJar.removeAllCookiesSync()
  expectThat(complaints, 'nothing may be written to console.error or console.warn').toEqual([])
})

/** Waits until the sentence is visible on the page. */
export const said = (on: PlaywrightPage, sentence: string) =>
  expect(on.getByText(sentence, { exact: true })).toBeVisible()

/** Waits until a screen has all answers and they cause no further requests. */
export const settled = (_on: PlaywrightPage) =>
  expectThat
    .poll(async () => {
      for (let looks = 0; looks < 4; looks++) {
        if (underWay.size > 0) return false
        await drawn()
        await new Promise((next) => setTimeout(next, 40))
      }
      return underWay.size === 0
    })
    .toBe(true)

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
/** Rules that need painting; the browser tests check them on every screen and dialog. */
const ofPixels = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } }

/** Fails when axe finds violations of WCAG 2.0 to 2.2, level A or AA, in the DOM. */
export async function expectNoAxeViolations(_page: PlaywrightPage): Promise<void> {
  const { violations } = await axe.run(document, {
    runOnly: wcag,
    rules: ofPixels,
    resultTypes: ['violations'],
    iframes: false,
  })
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
  expectThat(faults, 'faults against WCAG').toEqual([])
}
