import { openPage } from './chromium.ts'
import { figure } from './harness.ts'
import { openProduct } from './in-process.ts'
import { fillWith, lists } from './lists.ts'

/** The tables that differ in what a row draws: texts, numbers and choices, coloured steps, rows that are edited in place. */
const screens: Readonly<Record<string, string>> = {
  sectors: '/sectors',
  pallets: '/pallets',
  products: '/products',
  boards: '/blackboards',
  'steel tubes': '/steel-tubes',
}
const seconds = 4
/** Three rows with each frame: as fast as a wheel turns. */
const pixelsPerFrame = 100

/** What the page runs: scrolls and counts. */
const scrollInPage = `(async () => {
  const grid = document.querySelector('[role=grid], [role=table]')
  const scroller = [grid.parentElement, grid, ...grid.querySelectorAll('*')].find((one) => one.scrollHeight > one.clientHeight + 1000)
  let long = 0
  const observer = new PerformanceObserver((list) => { long += list.getEntries().length })
  observer.observe({ type: 'long-animation-frame' })
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  scroller.scrollTop = 0
  const until = (await nextFrame()) + ${seconds * 1000}
  let frames = 0
  while ((await nextFrame()) < until) {
    frames++
    scroller.scrollTop += ${pixelsPerFrame}
  }
  // what was observed is told a moment later
  await new Promise((resolve) => setTimeout(resolve, 200))
  observer.disconnect()
  return { frames, long }
})()`

const product = await openProduct()
const { database } = product
const { page, url, close } = await openPage(product)
const devtools = await page.context().newCDPSession(page)
// time of the processor, which other work on this machine does not lengthen
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })

await page.goto('about:blank')
await page.setContent(
  '<div role="grid" style="height: 600px; overflow: auto"><div style="height: 400000px">.</div></div>',
)
const bare = await scroll()
console.log(`an empty page: ${bare.frames} frames, ${bare.long} of them long`)

for (const { name, fill } of lists) {
  const screen = screens[name]
  if (!screen) continue
  await database.pool.query(`set statement_timeout = 0; ${fillWith(fill, 10_000)}; reset statement_timeout`)
  await page.goto(url + screen)
  await page.locator('[role=gridcell], [role=cell]').first().waitFor()
  await page.waitForLoadState('networkidle')
  await scroll()
  const { frames, long, cost } = await scroll()
  figure(`a frame of scrolling 10,000 ${name}`, cost, { unit: 'ms of the processor', atMost: 1000 / 60 })
  figure(`long ones of ${frames} frames of 10,000 ${name} (an empty page: ${bare.long})`, long, {
    unit: 'frames',
    atMost: bare.long + 3,
  })
}

await close()
await product.close()

/** Scrolls what is in the grid for a while, a stretch with every frame; counts the frames and those that Chromium calls long. */
async function scroll(): Promise<{ frames: number; long: number; cost: number }> {
  const before = await busy()
  const counted = await page.evaluate<{ frames: number; long: number }>(scrollInPage)
  return { ...counted, cost: ((await busy()) - before) / counted.frames }
}

/** How long the page's thread has worked so far, in milliseconds. */
async function busy(): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}
