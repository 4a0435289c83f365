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
  /** The product that the tests of this worker share. */
  product: Product
  /** Its database. */
  database: Database
  /**
   * The computers of the people of its tests, emptied after each: a browser that has fetched and read the code shows
   * the next page much sooner.
   */
  computers: (BrowserContext | undefined)[]
}

interface Each {
  /** Whether a page that is open for ten seconds fetches the whole app, 180 files, as it does for people. */
  fetchesAhead: boolean
  /** Whether notices go after 8 seconds, as for people; a machine may be slower than they are. */
  noticesGo: boolean
  /** A clock for `page` that the test turns forward. */
  clock: Clock
  /** Signs `page` in without the sign-in page: with a session laid into the database, or by a call where a password is given. */
  signIn: (username: string, password?: string) => Promise<unknown>
  /** Another person at another computer: a page of their own, signed in the same way. */
  openFor: (username: string, password?: string) => Promise<Page>
  /** The console errors that a file expects, by `test.use`, such as that of a refused call. Any other fails a test. */
  expectedErrors: RegExp | undefined
  /** The same for one test, from within it. */
  expectError: (...patterns: RegExp[]) => void
  /** What the two together say. */
  expected: RegExp[]
  /** Follows the console of a page; the test fails when it ends with an error there that it did not expect. */
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
    // no way leads back to the real one
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

/** With a page that stays: the process that shows it shows those of all tests, and has their code. */
async function openComputer(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto('/healthz')
  return context
}

/** Takes away all that a test left in the browser but what was fetched for good. */
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
  // what a screen of somebody else still asks would be asked by this person
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  if (password) return void (await call(page, authApi.signIn, { body: { username, password } }))
  const session = await addSession(database, username)
  const { origin } = new URL((await page.request.get('/healthz')).url())
  await page.context().addCookies([{ name: 'session', value: session, url: origin }])
}

/** As a browser says whose owner pays for what is fetched. */
const savesData = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })

/** What the product gives a notice (web/src/ui/notices/Snackbar.tsx). */
const noticeMs = 8000

function keepsNotices(noticeMs: number) {
  const { setTimeout } = window
  const patient = (task: () => void, ms?: number, ...given: unknown[]) =>
    setTimeout(task, ms === noticeMs ? 60_000 : ms, ...given)
  Object.assign(window, { setTimeout: patient })
}

/** A sentence stands somewhere on the page. */
export const said = (page: Page, sentence: string) => expect(page.getByText(sentence, { exact: true })).toBeVisible()

/** As a link within the product leads there, which reads nothing again. */
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

/** A screen has all that it asked for, what it reads ahead included, and has drawn it. */
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
 * Fails when axe finds a fault against WCAG 2.0 to 2.2, A or AA, in what the page shows now, a moment for what is still
 * being drawn included. `npm run test:a11y` looks in the dark as well, which differs in its colours alone, so that only
 * they are looked at once more. What an e-mail or a PDF brings along in its frame is not looked at.
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

/** Changes the colours and waits until none fades into another any more. */
async function colours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
}

/** What is in order is not described: on a long list that takes longer than finding it. No rule of these reads sheets of styles. */
const faults = (page: Page, runOnly: RunOptions['runOnly']) =>
  page.evaluate(async (runOnly) => {
    const preload = { assets: ['media'] }
    const { violations } = await window.axe.run({ runOnly, resultTypes: ['violations'], iframes: false, preload })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
  }, runOnly)
