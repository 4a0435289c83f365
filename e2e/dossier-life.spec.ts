import type { Page } from '@playwright/test'
import { addCustomer, addFlame, article, crate, flameOf, open, rowOf, save, trade } from './dossiers.ts'
import { expect, expectNoAxeViolations, field, said, test } from './fixtures.ts'

// what the tests have refused
test.use({ expectedErrors: /409 \(Conflict\)|400 \(Bad Request\)/ })

test('two people save the same dossier: rows merge, what both changed is chosen field by field', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const articles = ['Ring', 'Schale', 'Zange'].map((name) => article(name))
  const flame = await addFlame(page, board, await addCustomer(page, word), { articles, packageInfos: [crate] })
  const other = await openFor('user')
  await open(page, flame)
  await open(other, flame)
  const quantity = (who: Page, row: number) => rowOf(who, 'Artikel', row).getByRole('textbox', { name: 'Anzahl' })

  await expect(quantity(other, 1)).toHaveValue('1')
  await quantity(page, 1).fill('5')
  await save(page)
  await said(page, 'Dossier gespeichert')
  // whoever has changed nothing sees at once what the other one saves; from here on both have
  await field(page, 'Notizen').fill('von mir')
  await quantity(other, 2).fill('7')
  await save(other)
  await said(other, 'Dossier gespeichert')
  await expect(quantity(other, 1)).toHaveValue('5')
  await expect(quantity(other, 2)).toHaveValue('7')

  // the first one knows nothing of the 7 and changes the same row and the same field
  await quantity(page, 2).fill('8')
  await field(other, 'Notizen').fill('vom anderen')
  await quantity(other, 3).fill('9')
  await save(other)
  await expect(other.getByRole('banner').getByRole('button', { name: 'Speichern' })).toBeDisabled()
  await save(page)
  const conflict = page.getByRole('dialog', { name: /wurde inzwischen geändert/ })
  await expect(conflict).toContainText('user hat inzwischen gespeichert.')
  await expect(conflict.getByRole('heading', { level: 3 })).toHaveText(['Notizen', 'Artikel «Schale»: Anzahl'])
  await expectNoAxeViolations(page)
  await conflict
    .getByRole('radiogroup', { name: 'Notizen' })
    .getByRole('radio', { name: /von mir/ })
    .check()
  await conflict
    .getByRole('radiogroup', { name: /Schale/ })
    .getByRole('radio', { name: /7/ })
    .check()
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await expect(conflict).toBeHidden()
  await expect(quantity(page, 2)).toHaveValue('7')
  await expect(quantity(page, 3)).toHaveValue('9')
  const { dossier } = await flameOf(page, flame)
  expect(dossier.notes).toBe('von mir')
  expect(dossier.articles.map((one) => one.quantity)).toEqual([5, 7, 9])
})

test('the dossier, its delivery note and its crate labels are printed, and what is not saved is asked about', async ({
  page,
  signIn,
  context,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, `Druck${word}`)
  const flame = await addFlame(page, board, contact, { articles: [{ productName: 'Feuerring' }] })
  await open(page, flame)

  const menu = () => page.getByRole('button', { name: 'Drucken' }).click()
  const item = (name: string) => page.getByRole('menuitem', { name })
  async function printed(print: string, choose: () => Promise<void>): Promise<void> {
    const path = `/api/flames/${flame.id}/prints/${print}?isPreview=true`
    // Asked for, not shown: a browser without a viewer for PDF saves it.
    const asked = context.waitForEvent('request', (request) => request.url().includes(path))
    const [tab] = await Promise.all([context.waitForEvent('page'), choose()])
    await asked
    await tab.close()
    const answer = await page.request.get(path)
    expect(answer.headers()['content-type']).toBe('application/pdf')
  }

  await menu()
  await expect(item('Kistenetiketten')).toHaveAttribute('aria-disabled', 'true')
  await expect(item('Kistenetiketten')).toContainText('Noch keine Packstücke gespeichert')
  await printed('delivery-note', () => item('Lieferschein').click())

  await field(page, 'SAP-Auftragsnummer').fill('4711')
  await menu()
  await item('Dossier').click()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(field(page, 'SAP-Auftragsnummer')).toHaveValue('4711')
  await menu()
  await item('Dossier').click()
  await printed('dossier', () => page.getByRole('button', { name: 'Speichern und drucken' }).click())
  expect(await flameOf(page, flame)).toMatchObject({ dossier: { sapOrdernumber: '4711' } })

  // what cannot be saved is not printed either
  await page.getByRole('button', { name: 'Leere Zeile hinzufügen' }).click()
  await menu()
  await item('Dossier').click()
  await page.getByRole('button', { name: 'Speichern und drucken' }).click()
  await expect(page.getByText('Der Wert muss mindestens 1 sein').first()).toBeVisible()
  expect(context.pages().filter((one) => one.url().includes('/prints/'))).toHaveLength(0)
})
