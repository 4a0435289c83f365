import {
  type Browser,
  type BrowserContext,
  test as base,
  type Clock,
  expect,
  type Page,
  type Request,
} from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { authApi } from '../contract/src/users/users.ts'
import type { Database } from '../server/src/db/db.ts'
import { addSession, call } from './data.ts'
import { databaseOf, type Product, startProduct } from './product.ts'

declare global {
  interface Window {
    axe: typeof import('axe-core')
  }
}

interface Worker {
  /** Product that the tests of this worker share. */
  product: Product
  /** Database of the product. */
  database: Database
  /** Browser contexts of the worker, emptied after each test: a browser that has loaded the code is much faster. */
  computers: (BrowserContext | undefined)[]
}

interface Each {
  /** Whether a page that is open for ten seconds prefetches the whole app (180 files), as in production. */
  fetchesAhead: boolean
  /** Whether notices disappear after 8 seconds, as in production; a slow machine may need longer. */
  noticesGo: boolean
  /** Clock of `page`, which the test turns forward. */
  clock: Clock
  /** Signs `page` in without the sign-in page: with a session row, or by a call if a password is given. */
  signIn: (username: string, password?: string) => Promise<unknown>
  /** Returns the page of another signed-in user in a browser context of its own. */
  openFor: (username: string, password?: string) => Promise<Page>
  /**
   * Console errors that a file expects, set with `test.use`, e.g. about a refused call. Any other error fails the test.
   */
  expectedErrors: RegExp | undefined
  /** Adds expected console errors for one test. */
  expectError: (...patterns: RegExp[]) => void
  /** All expected console errors of the test. */
  expected: RegExp[]
  /** Watches the console of a page; the test fails at its end on an unexpected error. */
  watch: (page: Page) => Promise<void>
}

export const test = base.extend<Each, Worker>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 400_000 },
  ],

  database: [
    async ({ product }, use) => {
      const database = databaseOf(product)
      await use(database)
      await database.close()
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above
  computers: [({}, use) => use([]), { scope: 'worker' }],

  baseURL: ({ product }, use) => use(product.url),

  context: async ({ browser, product, computers }, use) => {
    computers[0] ??= await openComputer(browser, product.url)
    await use(computers[0])
    if (computers[0]) await empty(computers[0], product.url)
  },

  clock: async ({ page, computers }, use) => {
    await page.clock.install()
    await use(page.clock)
    // a page cannot return to the real clock
    await page.context().close()
    computers[0] = undefined
  },

  expectedErrors: [undefined, { option: true }],

  expected: async ({ expectedErrors }, use) => use(expectedErrors ? [expectedErrors] : []),

  expectError: ({ expected }, use) => use((...patterns) => void expected.push(...patterns)),

  fetchesAhead: [false, { option: true }],

  noticesGo: [false, { option: true }],

  watch: async ({ expected, fetchesAhead, noticesGo }, use) => {
    const errors: string[] = []
    await use(async (page) => {
      if (!fetchesAhead) await page.addInitScript(savesData)
      if (!noticesGo) await page.addInitScript(keepsNotices, noticeMs)
      followRequests(page)
      page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
      })
    })
    const unexpected = errors.filter((error) => !expected.some((pattern) => pattern.test(error)))
    expect(unexpected, 'errors in the console of the browser').toEqual([])
  },

  page: async ({ page, viewport, watch }, use) => {
    if (viewport) await page.setViewportSize(viewport)
    await watch(page)
    await use(page)
  },

  signIn: ({ page, database }, use) => use((username, password) => signIn(page, database, username, password)),

  openFor: async ({ browser, product, database, computers, watch }, use) => {
    let last = 0
    await use(async (username, password) => {
      last += 1
      const context = computers[last] ?? (await openComputer(browser, product.url))
      computers[last] = context
      const page = await context.newPage()
      await watch(page)
      await signIn(page, database, username, password)
      return page
    })
    for (const context of computers.slice(1, last + 1)) if (context) await empty(context, product.url)
  },
})

export * from './data.ts'
export { expect }

/** Opens a context with a page that stays open; its renderer process has the code and serves the pages of all tests. */
async function openComputer(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto('/healthz')
  return context
}

/** Removes everything a test left in the browser, except the HTTP cache. */
async function empty(context: BrowserContext, origin: string): Promise<void> {
  const [kept, ...pages] = context.pages()
  for (const page of pages) await page.close()
  if (!kept) throw new Error('the page that stays is gone')
  const session = await context.newCDPSession(kept)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
  await session.detach()
  await context.clearCookies()
  await context.clearPermissions()
}

async function signIn(page: Page, database: Database, username: string, password?: string): Promise<void> {
  // leaves the former screen, whose pending requests would get the new session
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  if (password) return void (await call(page, authApi.signIn, { body: { username, password } }))
  const session = await addSession(database, username)
  const { origin } = new URL((await page.request.get('/healthz')).url())
  await page.context().addCookies([{ name: 'session', value: session, url: origin }])
}

/** Emulates a browser in data saver mode. */
const savesData = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })

/** Milliseconds after which the product hides a notice (web/src/ui/notices/Snackbar.tsx). */
const noticeMs = 8000

function keepsNotices(noticeMs: number) {
  const { setTimeout } = window
  const patient = (task: () => void, ms?: number, ...given: unknown[]) =>
    setTimeout(task, ms === noticeMs ? 60_000 : ms, ...given)
  Object.assign(window, { setTimeout: patient })
}

/** Waits until the sentence is visible on the page. */
export const said = (page: Page, sentence: string) => expect(page.getByText(sentence, { exact: true })).toBeVisible()

/** Goes to an address as a link of the product does, without reloading the page. */
export async function enter(page: Page, address: string): Promise<void> {
  await page.evaluate((next) => history.pushState(null, '', next), address)
  await expect(page).toHaveURL(address)
}

const onTheWay = new WeakMap<Page, Set<Request>>()

function followRequests(page: Page): void {
  const requests = new Set<Request>()
  onTheWay.set(page, requests)
  page.on('request', (request) => requests.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => requests.delete(request))
  }
}

/** Waits until a screen has no open requests, prefetching included, and has drawn their answers. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('main')).toBeAttached()
  const afterDrawing = async () => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    return onTheWay.get(page)?.size
  }
  const intervals = [0]
  await expect
    .poll(async () => [await afterDrawing(), await afterDrawing()], { message: 'requests on the way', intervals })
    .toEqual([0, 0])
}

const wcag = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'],
} satisfies RunOptions['runOnly']
const contrast = { type: 'rule', values: ['color-contrast'] } satisfies RunOptions['runOnly']

/**
 * Fails when axe finds violations of WCAG 2.0 to 2.2, level A or AA, on the page; retries while it is still drawing.
 * `npm run test:a11y` also checks the dark colours, for contrast only. The content of frames (e-mails and PDFs) is not
 * checked.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  if (process.env.AXE_IN_THE_DARK) {
    await colours(page, 'dark')
    await expect.poll(() => faults(page, contrast), 'faults against WCAG in the dark').toEqual([])
    await colours(page, 'light')
  }
  await expect.poll(() => faults(page, wcag), 'faults against WCAG').toEqual([])
}

/** Switches the colour scheme and waits for its transitions to end. */
async function colours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
}

/**
 * Describes only violations: on a long list describing passes takes longer than finding them. No rule here needs style
 * sheets, so they are not preloaded.
 */
const faults = (page: Page, runOnly: RunOptions['runOnly']) =>
  page.evaluate(async (runOnly) => {
    const preload = { assets: ['media'] }
    const { violations } = await window.axe.run({ runOnly, resultTypes: ['violations'], iframes: false, preload })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
  }, runOnly)
