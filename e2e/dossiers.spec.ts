import { addCustomer, addFlame, article, crate, flameOf, open, save, trade } from './dossiers.ts'
import { expect, expectNoAxeViolations, said, settled, test } from './fixtures.ts'

test('a dossier with 500 articles is in order for the eye, no wider than the window, scrolls and is dragged', async ({
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

  const table = page.getByRole('table', { name: 'Artikel' })
  await expect(table).toHaveAttribute('aria-rowcount', '501')
  await expect(page.getByRole('button', { name: 'Artikel 500 verschieben' })).toBeHidden()
  await table.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await page
    .getByRole('button', { name: 'Artikel 500 verschieben' })
    .dragTo(page.getByRole('button', { name: 'Artikel 497 verschieben' }))
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
