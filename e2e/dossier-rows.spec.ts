import { addCustomer, addFlame, article, flameOf, open, rowOf, save, trade } from './dossiers.ts'
import { api, expect, said, test } from './fixtures.ts'

// what the tests have refused
test.use({ expectedErrors: /409 \(Conflict\)|400 \(Bad Request\)/ })

test('a packing list that fits its changed articles still is confirmed', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board, ringId } = await trade(page)
  const articles = [{ productRef: ringId, quantity: 1 }]
  const flame = await addFlame(page, board, await addCustomer(page, word), { articles })
  await open(page, flame)
  const lacks = async () => (await api<{ lacks: string[] }>(page, 'GET', `/api/flames/${flame.id}`)).lacks
  const dialog = page.getByRole('dialog', { name: 'Packliste aus den Artikeln berechnen' })
  await page.getByRole('button', { name: 'Zurücksetzen und neu berechnen' }).click()
  await dialog.getByRole('button', { name: 'Packliste ersetzen' }).click()
  await save(page)
  await said(page, 'Dossier gespeichert')
  expect(await lacks()).not.toContain('PACKAGES_CURRENT')

  await page.getByRole('button', { name: 'Artikel hinzufügen' }).click()
  await rowOf(page, 'Artikel', 2).getByRole('combobox', { name: 'Produkt' }).fill(`Zange ${word}`)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Zurücksetzen und neu berechnen' }).click()
  await expect(dialog.getByText('Die Packliste entspricht schon den Artikeln.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Packliste bestätigen' }).click()
  await save(page)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Speichern' })).toBeDisabled()
  expect(await lacks()).not.toContain('PACKAGES_CURRENT')
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
