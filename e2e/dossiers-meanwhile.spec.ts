import type { Page } from '@playwright/test'
import { addCustomer, addFlame, article, crate, flameOf, open, rowOf, save, trade } from './dossiers.ts'
import { api, choose, expect, expectNoAxeViolations, field, type Made, said, test } from './fixtures.ts'

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
  await quantity(other, 2).fill('7')
  await save(other)
  await said(other, 'Dossier gespeichert')
  await expect(quantity(other, 1)).toHaveValue('5')
  await expect(quantity(other, 2)).toHaveValue('7')

  // the first one knows nothing of the 7 and changes the same row and the same field
  await quantity(page, 2).fill('8')
  await field(page, 'Notizen').fill('von mir')
  await field(other, 'Notizen').fill('vom anderen')
  await quantity(other, 3).fill('9')
  await save(other)
  await expect(other.getByRole('banner').getByRole('button', { name: 'Speichern' })).toBeDisabled()
  await save(page)
  const conflict = page.getByRole('dialog', { name: /wurde inzwischen geändert/ })
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

test('one changes the contact while the other chooses a mail of the former: the contact is asked about', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, word)
  const another = await addCustomer(page, `${word}neu`)
  const flame = await addFlame(page, board, contact)
  await open(page, flame)
  await choose(page, 'AVIS-Telefonnummer', /^079/)
  await field(page, 'Notizen').fill('von mir')
  const moved = { version: 1, dossier: { contactRef: another.id } }
  await api(page, 'PUT', `/api/flames/${flame.id}`, moved)
  await save(page)
  const conflict = page.getByRole('dialog', { name: /wurde inzwischen geändert/ })
  await expect(conflict.getByRole('heading', { level: 3 })).toHaveText(['Kontakt'])
  await conflict
    .getByRole('radio', { name: new RegExp(`Vreni ${word}`) })
    .first()
    .check()
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await said(page, 'Dossier gespeichert')
  const { dossier } = await flameOf(page, flame)
  expect(dossier).toMatchObject({
    contactRef: contact.id,
    avisPhoneNumberRef: contact.phoneNumbers[0]?.id,
    notes: 'von mir',
  })
})

test('what is there no more is named where it stood', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const account = { username: `weg${word}`, password: 'glut-demo', roles: ['USER'] }
  const gone = await api<Made>(page, 'POST', '/api/users', account)
  const product = await api<Made>(page, 'POST', '/api/products', { title: `Haube ${word}` })
  const contact = await addCustomer(page, word)
  const flame = await addFlame(page, board, contact)
  await api(page, 'PUT', `/api/flames/${flame.id}`, { version: 1, assigneeRef: gone.id })
  await api(page, 'DELETE', `/api/users/${gone.id}`)
  await open(page, flame)
  await expect(page.getByRole('combobox', { name: 'Bearbeiter' })).toHaveText('nicht mehr vorhanden')

  await page.getByRole('button', { name: 'Artikel hinzufügen' }).click()
  await rowOf(page, 'Artikel', 1).getByRole('combobox', { name: 'Produkt' }).fill(`Haube ${word}`)
  await page.keyboard.press('Enter')
  await api(page, 'DELETE', `/api/products/${product.id}`)
  await save(page)
  await expect(rowOf(page, 'Artikel', 1).getByText('Der gewählte Eintrag besteht nicht mehr')).toBeVisible()
})
