import type { Locator } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { flameApi } from '../contract/src/orders/flames.ts'
import { call } from './data.ts'
import { addCustomer, addFlame, article, crate, flameOf, open, save, trade } from './dossiers.ts'
import { expect, expectNoAxeViolations, said, settled, test } from './fixtures.ts'

test('a dossier with 500 articles passes axe, fits the width of the window, scrolls, and its articles can be dragged', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, word)
  const flame = await addFlame(page, board, contact, {
    articles: Array.from({ length: 500 }, (_, index) => article(`Teil ${index + 1}`)),
    packageInfos: [crate],
    deliveryAddressRef: contact.addresses[0]?.id,
    billingAddressRef: contact.addresses[0]?.id,
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, flame)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.getByText('Lieferadresse entspricht der Rechnungsadresse')).toBeVisible()
    await settled(page)
    await expectNoAxeViolations(page)
    const main = page.getByRole('main')
    expect(await main.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  }

  // enlarged to 200 %, the title still has space in the top bar
  await page.setViewportSize({ width: 640, height: 844 })
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(title?.width).toBeGreaterThan(200)
  // enlarged to 400 %, it has a row of its own
  await page.setViewportSize({ width: 320, height: 640 })
  await expect
    .poll(async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.width)
    .toBeGreaterThan(200)
  await page.setViewportSize({ width: 1440, height: 844 })

  const table = page.getByRole('table', { name: 'Artikel' })
  await expect(table).toHaveAttribute('aria-rowcount', '501')
  await expect(page.getByRole('button', { name: 'Artikel 500 verschieben' })).toBeHidden()
  await table.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await page
    .getByRole('button', { name: 'Artikel 500 verschieben' })
    .dragTo(page.getByRole('button', { name: 'Artikel 497 verschieben' }))
  // what somebody else saves meanwhile moves nothing
  const place = async () => (await table.boundingBox())?.y
  await page.getByRole('main').evaluate((element) => element.scrollTo(0, 0))
  const before = await place()
  const { version } = await flameOf(page, flame)
  await call(page, flameApi.update, { params: { id: flame.id }, body: { version, dossier: { notes: 'anders' } } })
  await expect(page.getByText('Jemand hat das inzwischen geändert.')).toBeInViewport()
  expect(await place()).toBe(before)
  // nothing shows above the notice
  const main = page.getByRole('main')
  const notice = page.getByRole('status').filter({ hasText: 'Jemand hat das inzwischen geändert.' })
  await main.evaluate((element) => element.scrollTo(0, 400))
  const topOf = async (element: Locator) => (await element.boundingBox())?.y
  await expect.poll(() => topOf(notice)).toBe(await topOf(main))
  await main.evaluate((element) => element.scrollTo(0, 0))
  await save(page)
  await said(page, 'Dossier gespeichert')
  const { dossier } = await flameOf(page, flame)
  expect(dossier.articles.slice(-4).map(({ productName }) => productName)).toEqual([
    'Teil 500',
    'Teil 497',
    'Teil 498',
    'Teil 499',
  ])
})

test('a dossier printed by the browser lists each article below the one before', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, word)
  const articles = [111, 222, 333].map((quantity, index) => ({ ...article(`Teil ${index + 1}`), quantity }))
  await open(page, await addFlame(page, board, contact, { articles }))
  await expect(page.getByRole('table', { name: 'Artikel' })).toBeVisible()
  await settled(page)
  const texts = await textsOf(await page.pdf({ format: 'A4' }))
  expect(texts.filter((text) => /^(Teil \d|111|222|333)$/.test(text))).toEqual([
    ...['Teil 1', '111'],
    ...['Teil 2', '222'],
    ...['Teil 3', '333'],
  ])
})

/** Returns the texts of a PDF from top to bottom, page by page. */
async function textsOf(print: Buffer): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(print), verbosity: 0 }).promise
  const texts: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    const placed = items.flatMap((item) => ('str' in item ? [{ text: item.str, y: Number(item.transform[5]) }] : []))
    texts.push(...placed.sort((one, other) => other.y - one.y).map(({ text }) => text))
  }
  await pdf.loadingTask.destroy()
  return texts
}
