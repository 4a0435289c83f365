import { chromium } from '@playwright/test'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/db.ts'
import { startScratchPostgres } from '../src/db/postgres/scratch.ts'
import { prepareDatabase } from '../src/db/prepare.ts'
import { openFileStore } from '../src/files/open-store.ts'
import { openSession } from '../src/http/session.ts'
import { openVault } from '../src/http/vault.ts'
import { addUserWithRole } from '../src/users/first-admin.ts'
import { deliverRoles } from '../src/users/roles.ts'
import { figure } from './harness.ts'
import { fillWith, lists } from './lists.ts'

/** The tables that differ in what a row draws: texts, numbers and choices, coloured steps. */
const screens: Readonly<Record<string, string>> = {
  sectors: '/sectors',
  pallets: '/pallets',
  products: '/products',
  boards: '/blackboards',
}
const seconds = 4
/** Three rows with each frame: as fast as a wheel turns. */
const pixelsPerFrame = 100

/** What the page runs: scrolls and counts. */
const scrollInPage = `(async () => {
  const grid = document.querySelector('[role=grid]')
  const scroller = [grid, ...grid.querySelectorAll('*')].find((one) => one.scrollHeight > one.clientHeight + 1000)
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

const postgres = await startScratchPostgres()
const database = openDatabase(postgres.connection, { max: 4 })
await prepareDatabase(database)
await deliverRoles(database.kysely)
await addUserWithRole(database.kysely, 'admin', 'no password', 'ADMIN')
const { id: admin } = await database.kysely.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
const config = readConfig({ LOG_LEVEL: 'silent' }, [])
const app = await buildApp({
  database,
  services: { config, vault: openVault('00'.repeat(32), ''), files: openFileStore(config) },
  checkAnswers: false,
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
})
const context = await browser.newContext({ locale: 'de-CH', viewport: { width: 1440, height: 900 } })
await context.addCookies([{ name: 'session', value: await openSession(database.kysely, admin), url }])
const page = await context.newPage()
const devtools = await context.newCDPSession(page)
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
  await page.getByRole('gridcell').first().waitFor()
  await page.waitForLoadState('networkidle')
  await scroll()
  const { frames, long, cost } = await scroll()
  figure(`a frame of scrolling 10,000 ${name}`, cost, { unit: 'ms of the processor', atMost: 1000 / 60 })
  figure(`long frames of ${frames} (an empty page: ${bare.long})`, long, { unit: 'frames', atMost: bare.long + 3 })
}

await browser.close()
await app.close()
await database.close()
await postgres.stop()

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
