import type { Browser, BrowserContext, Page } from '@playwright/test'

/** What was seen while a screen came. */
export interface Look {
  /** Milliseconds until the screen stood. */
  readonly stood: number
  /** Files of the client until then, the page itself among them. */
  readonly files: number
  /** All requests until then. */
  readonly requests: number
  /** What the files weighed on the way. */
  readonly kilobytes: number
  /** The longest task of the page's thread until shortly after. */
  readonly longest: number
  /** How many requests waited for each other before the first data was asked for. */
  readonly inARow: number
}

/**
 * What the page runs: it keeps its long tasks, and `lookFor` notes the frame after the one that draws what a selector finds, and says so in the console. To ask a
 * page from outside again and again puts a script of the test's own into it, which took up to 30 ms of its thread.
 */
export const looker = `window.tasks = []
new PerformanceObserver((list) => window.tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
window.lookFor = (selector, began) => {
  window.stood = undefined
  const look = () => requestAnimationFrame(() => {
    if (![...document.querySelectorAll(selector)].some((one) => one.checkVisibility())) return look()
    requestAnimationFrame(() => {
      window.stood = performance.now() - began
      console.debug('it stands')
    })
  })
  look()
}`

/** Waits until what `lookFor` looks for stands. */
const itStands = (page: Page) => page.waitForEvent('console', (message) => message.text() === 'it stands')

const watch = (selector: string) => `${looker}
window.lookFor(${JSON.stringify(selector)}, 0)`

/** What long tasks there were is told a moment later. */
const untilTold = 200

/** The longest task that the page has begun since then, in its own time; 0 where none took 50 ms. */
export async function longestTask(page: Page, since: number): Promise<number> {
  await page.waitForTimeout(untilTold)
  return page.evaluate<number>(
    `Math.max(0, ...tasks.filter(({ startTime }) => startTime >= ${since}).map(({ duration }) => duration))`,
  )
}

/** Opens an address in a browser that has nothing of it yet. */
export async function lookCold(
  browser: Browser,
  { url, cookie, path, selector, data }: Asked & { selector: string; data: string },
): Promise<Look> {
  const context = await signedIn(browser, { url, cookie })
  const page = await context.newPage()
  await page.addInitScript(watch(selector))
  const stands = itStands(page)
  await page.goto(url + path)
  await stands
  await page.waitForTimeout(untilTold)
  const look = await page.evaluate<Look>(looked(data))
  await context.close()
  return look
}

interface Asked {
  readonly url: string
  readonly cookie: string
  readonly path: string
}

export async function signedIn(browser: Browser, { url, cookie }: Omit<Asked, 'path'>): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'de-CH', viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  return context
}

/** What the page runs in the end. */
const looked = (data: string) => `(() => {
  const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const isCall = ({ name }) => new URL(name).pathname.startsWith('/api/')
  const begun = all.filter(({ startTime }) => startTime < stood).sort((one, other) => one.startTime - other.startTime)
  const files = begun.filter((one) => !isCall(one))
  const depths = new Map()
  for (const one of begun) {
    const before = [...depths].filter(([{ responseEnd }]) => responseEnd <= one.startTime)
    depths.set(one, 1 + Math.max(0, ...before.map(([, depth]) => depth)))
  }
  const first = begun.find((one) => isCall(one) && new URL(one.name).pathname.startsWith(${JSON.stringify(data)}))
  return {
    stood,
    files: files.length,
    requests: begun.length,
    kilobytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
    longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
    inARow: (first ? depths.get(first) : NaN) - 1,
  }
})()`

/** What was seen on the way from one screen to the next. */
export interface WarmLook {
  readonly stood: number
  readonly longest: number
}

/** Rests the pointer on what leads away, clicks it, and answers how long the next screen took to stand. */
export async function lookWarm(page: Page, from: string, selector: string): Promise<WarmLook> {
  const link = page.locator(from).first()
  await link.hover()
  await page.waitForTimeout(400)
  await page.evaluate(
    `document.addEventListener('click', (event) => {
       window.clicked = event.timeStamp
       lookFor(${JSON.stringify(selector)}, clicked)
     }, { once: true, capture: true })`,
  )
  const stands = itStands(page)
  await link.click()
  await stands
  const { stood, clicked } = await page.evaluate<{ stood: number; clicked: number }>('({ stood, clicked })')
  return { stood, longest: await longestTask(page, clicked) }
}
