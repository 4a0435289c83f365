import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { emailApi } from '#contract/mail/inbox'
import { boardApi } from '#contract/orders/boards'
import { type Flame, type FlameCard, flameApi } from '#contract/orders/flames'
import { dashboardApi } from '#contract/overview/dashboards'
import { pathTo } from '#contract/routes'
import { authApi } from '#contract/users/users'
import { demoPassword } from '../src/demo/demo.ts'
import { startProcess } from '../test/product-process.ts'
import { openBrowser } from './chromium.ts'
import { figure } from './harness.ts'
import { type Look, longestTask, lookCold, looker, lookWarm, signedIn, type WarmLook } from './screen-look.ts'

const rounds = Number(process.env.ROUNDS ?? 7)
const manyArticles = 40

const dataDir = await mkdtemp(path.join(tmpdir(), 'glut-screens-'))
const product = startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, '--demo')
const url = (await product.address) ?? ''
const cookie = await signIn()
process.once('exit', () => product.child.kill('SIGTERM'))
const dossier = await dossierWithManyArticles()
const contact = String(dossier.dossier.contact.id)
await mailsAreThere()

const screens = {
  contacts: { path: pathTo('contacts'), selector: '[role=gridcell]', data: '/api/contacts' },
  'a contact': {
    path: pathTo('contact', { id: contact }),
    selector: 'main input[type=text], main input:not([type])',
    data: `/api/contacts/${contact}`,
  },
  'a board': {
    path: pathTo('flames', { board: dossier.blackBoardRef }),
    selector: '[data-card]',
    data: flameApi.board.path.replace(':id', dossier.blackBoardRef),
  },
  'a dossier': {
    path: pathTo('flame', { id: dossier.id, taskboardId: dossier.taskboardRef }),
    selector: 'main input[type=text], main input:not([type])',
    data: `${flameApi.get.path.split(':')[0]}`,
  },
  mails: { path: pathTo('emails'), selector: '[data-email]', data: emailApi.list.path },
}
const dashboards = {
  path: pathTo('dashboards'),
  // all tiles, with their charts
  selector: 'main:has([class*=MuiChartsSurface]):not(:has([class*=MuiSkeleton]))',
  data: dashboardApi.flames.path,
}

const browser = await openBrowser()
const looks = new Map<string, Look[]>()
// one screen after the other, so that whatever else the machine does meets all alike
for (let round = -1; round < rounds; round++) {
  for (const [name, screen] of Object.entries({ ...screens, dashboards })) {
    const look = await lookCold(browser, { url, cookie, ...screen })
    if (round >= 0) looks.set(name, [...(looks.get(name) ?? []), look])
  }
}
figure('cold, until the dashboards stand', median((looks.get('dashboards') ?? []).map(({ stood }) => stood)), {
  unit: 'ms',
  atMost: 1000,
})
for (const name of Object.keys(screens)) {
  const seen = looks.get(name) ?? []
  const of = (key: keyof Look) => median(seen.map((look) => look[key]))
  figure(`cold, until ${name} stands`, of('stood'), { unit: 'ms', atMost: 700 })
  figure(`cold, files before ${name} stands`, of('files'), { unit: 'files', atMost: 15 })
  figure(`cold, what they weigh for ${name}`, of('kilobytes'), { unit: 'kB', atMost: 450 })
  figure(`cold, the longest task of ${name}`, of('longest'), { unit: 'ms', atMost: 80 })
  figure(`cold, requests in a row before the first data of ${name}`, of('inARow'), { unit: 'requests', atMost: 2 })
  console.log(`        ${of('requests')} requests in all`)
}

const context = await signedIn(browser, { url, cookie })
const page = await context.newPage()
await page.addInitScript(looker)
const ways = [
  {
    name: 'list to contact',
    from: screens.contacts,
    link: '[role=row]:has([role=gridcell])',
    to: '[role=tabpanel] input',
  },
  {
    name: 'board to dossier',
    from: screens['a board'],
    link: '[data-card]',
    to: 'main table input, main input[name^="dossier"]',
  },
  { name: 'mails to mail', from: screens.mails, link: '[data-email]', to: 'main h2, main [data-mail-text]' },
]
for (const { name, from, link, to } of ways) {
  const seen: WarmLook[] = []
  for (let round = -1; round < rounds; round++) {
    await page.goto(url + from.path)
    await page.locator(from.selector).first().waitFor()
    await page.waitForLoadState('networkidle')
    const look = await lookWarm(page, link, to)
    if (round >= 0) seen.push(look)
  }
  figure(`warm, ${name}`, median(seen.map(({ stood }) => stood)), { unit: 'ms', atMost: 120 })
  figure(`warm, the longest task of ${name}`, median(seen.map(({ longest }) => longest)), { unit: 'ms', atMost: 80 })
}

const devtools = await context.newCDPSession(page)
// time of the processor, which other work on this machine does not lengthen
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
const fields: Record<string, { path: string; selector: string; before?: (page: Page) => Promise<unknown> }> = {
  'the search of contacts': { path: screens.contacts.path, selector: 'main input[type=search], main input[type=text]' },
  'a contact': { path: screens['a contact'].path, selector: 'input[name=surname], input[name=companyName]' },
  [`a dossier with ${manyArticles} articles`]: {
    path: screens['a dossier'].path,
    selector: 'input[name="dossier.certificateName"]',
  },
  'an article of it': { path: screens['a dossier'].path, selector: 'input[name="dossier.articles.5.description"]' },
  'the filter of a board': {
    path: screens['a board'].path,
    selector: '[role=search] input[type=search], [role=search] input[type=text]',
  },
  'the subject of a message': {
    path: screens.mails.path,
    selector: 'role=textbox[name="Betreff"]',
    before: (page) => page.keyboard.press('c'),
  },
  'the text of a message': {
    path: screens.mails.path,
    selector: '.ProseMirror',
    before: (page) => page.keyboard.press('c'),
  },
}
for (const [name, field] of Object.entries(fields)) {
  await page.goto(url + field.path)
  await page.waitForLoadState('networkidle')
  await field.before?.(page)
  const place = page.locator(field.selector).first()
  const isThere = await place.click({ timeout: 5000 }).then(
    () => true,
    () => false,
  )
  const { keys, longest } = isThere ? await typeInto(page) : { keys: [Number.NaN], longest: Number.NaN }
  const mean = keys.reduce((sum, key) => sum + key, 0) / keys.length
  figure(`a key in ${name}`, mean, { unit: 'ms of the processor', atMost: 16 })
  figure(`the longest key in ${name}`, Math.max(...keys), { unit: 'ms of the processor', atMost: 50 })
  figure(`the longest task while typing in ${name}`, longest, { unit: 'ms', atMost: 80 })
}

await browser.close()
await product.end('SIGTERM')
await rm(dataDir, { recursive: true, force: true })

/** What each key cost the processor until what it changed was drawn, and the longest task in that time. */
async function typeInto(page: Page): Promise<{ keys: number[]; longest: number }> {
  await page.keyboard.type('ein ')
  await page.waitForTimeout(500)
  const began = await page.evaluate<number>('performance.now()')
  const keys: number[] = []
  let before = await busy()
  for (const key of 'Funke fliegt weit ') {
    await page.keyboard.type(key)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const now = await busy()
    keys.push(now - before)
    before = now
  }
  return { keys, longest: await longestTask(page, began) }
}

async function busy(): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function signIn(): Promise<string> {
  const answer = await fetch(url + authApi.signIn.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: demoPassword }),
  })
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const headers = { cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
  const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function dossierWithManyArticles(): Promise<Flame> {
  const [board] = await ask<{ id: string }[]>('GET', boardApi.listAll.path)
  const { flames } = await ask<{ flames: FlameCard[] }>('GET', flameApi.board.path.replace(':id', board?.id ?? ''))
  const flame = await ask<Flame>('GET', flameApi.get.path.replace(':id', flames[0]?.id ?? ''))
  const articles = Array.from({ length: manyArticles }, (_, at) => ({ productName: `Feuerschale ${at}`, quantity: 1 }))
  return ask('PUT', flameApi.update.path.replace(':id', flame.id), { version: flame.version, dossier: { articles } })
}

async function mailsAreThere(): Promise<void> {
  for (;;) {
    const answer = await ask<{ emails?: unknown[] }>('GET', `${emailApi.list.path}?direction=INCOMING`)
    if (JSON.stringify(answer).length > 2000) return
    await sleep(500)
  }
}
