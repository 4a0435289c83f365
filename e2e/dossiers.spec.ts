import { addCustomer, addFlame, article, crate, flameOf, open, rowOf, save, trade } from './dossiers.ts'
import { expect, expectNoAxeViolations, said, settled, test } from './fixtures.ts'

// what the tests have refused
test.use({ expectedErrors: /409 \(Conflict\)|400 \(Bad Request\)/ })

test('a figure that passes its saved value stays in hand while it is typed', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  await open(page, await addFlame(page, board, await addCustomer(page, word), { articles: [article('Ring')] }))
  const quantity = rowOf(page, 'Artikel', 1).getByRole('textbox', { name: 'Anzahl' })
  await quantity.fill('')
  await page.keyboard.type('12', { delay: 50 })
  await expect(quantity).toHaveValue('12')
})

test('500 articles scroll, are dragged and stay usable', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const articles = Array.from({ length: 500 }, (_, index) => article(`Teil ${index + 1}`))
  const flame = await addFlame(page, board, await addCustomer(page, word), { articles })
  await open(page, flame)
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

for (const width of [1440, 390]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('axe finds nothing on a dossier, and nothing is wider than the window', async ({ page, signIn }) => {
      await signIn('admin')
      const { word, board } = await trade(page)
      const contact = await addCustomer(page, word)
      const dossier = {
        articles: [article('Ring')],
        packageInfos: [crate],
        deliveryAddressRef: contact.addresses[0]?.id,
        billingAddressRef: contact.addresses[0]?.id,
      }
      await open(page, await addFlame(page, board, contact, dossier))
      await expect(page.getByText('Lieferadresse entspricht der Rechnungsadresse')).toBeVisible()
      await settled(page)
      await expectNoAxeViolations(page)
      const main = page.getByRole('main')
      expect(await main.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    })
  })
}
