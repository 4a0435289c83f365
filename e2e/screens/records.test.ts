import { contactRecordApi } from '../../contract/src/contacts/records.ts'
import { addCustomer, addFlame, article, open, trade } from '../dossiers.ts'
import { addContact, call, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

test('a user who is no admin has no menu to hand out or erase the record of a contact', async ({ page, signIn }) => {
  await signIn('user')
  const { id } = await addContact(page, { surname: unique() })
  await page.goto(`/contacts/${id}`)
  await expect(page.getByRole('button', { name: 'Verlauf' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Weitere Aktionen' })).toHaveCount(0)
})

test('an admin downloads the record of a contact, erases it, and is warned when the contact is added again', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const name = unique()
  const emailAddresses = [{ address: `${name}@example.ch` }]
  const { id } = await addContact(page, { givenName: 'Rosa', surname: name, emailAddresses })
  await page.goto(`/contacts/${id}`)
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  const archive = page.getByRole('menuitem', { name: 'Auskunft herunterladen (ZIP)' })
  await expect(archive).toHaveAttribute('download')
  const file = await page.request.get((await archive.getAttribute('href')) ?? '')
  expect(file.headers()['content-disposition']).toBe(`attachment; filename="Rosa ${name}.zip"`)
  expect((await file.body()).subarray(0, 2).toString()).toBe('PK')

  await page.getByRole('menuitem', { name: 'Endgültig löschen (Datenschutz)…' }).click()
  const dialog = page.getByRole('dialog', { name: `Rosa ${name} endgültig löschen?` })
  await expect(dialog.getByRole('list', { name: 'Das wird gelöscht' })).toContainText('E-Mail-Adressen: 1')
  await expectNoAxeViolations(page)
  const button = dialog.getByRole('button', { name: 'Endgültig löschen' })
  await dialog.getByRole('textbox').fill('Rosa')
  await expect(button).toBeDisabled()
  await dialog.getByRole('textbox').fill(`Rosa ${name}`)
  await button.click()
  await expect(page.getByText(`«Rosa ${name}» ist gelöscht`)).toBeVisible()
  await expect(page).toHaveURL(/\/contacts$/)
  await page.goto(`/contacts/${id}`)
  await expect(page.getByText(/^Dieser Kontakt wurde am .* von admin aus Gründen des Datenschutzes/)).toBeVisible()

  await page.goto('/contacts/new')
  await page.getByRole('textbox', { name: 'Nachname' }).fill(name)
  await page.getByRole('textbox', { name: 'E-Mail', exact: true }).fill(`${name}@example.ch`)
  await expect(
    page.getByText(/^Jemand mit diesen Angaben wurde aus Gründen des Datenschutzes gelöscht\. Legen/),
  ).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Speichern' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Gelöschten Kontakt neu anlegen?' })
  await asked.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page).toHaveURL(/\/contacts\/new$/)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await asked.getByRole('button', { name: 'Trotzdem anlegen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('the order of an erased contact shows the addresses and numbers that it keeps', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const emailAddresses = [{ address: `${word}@example.ch` }]
  const customer = await addCustomer(page, word, { emailAddresses })
  const flame = await addFlame(page, board, customer, {
    articles: [article('Feuerring Luna')],
    deliveryAddressRef: customer.addresses[0]?.id,
    avisPhoneNumberRef: customer.phoneNumbers[0]?.id,
    avisEmailRef: customer.emailAddresses[0]?.id,
  })
  await call(page, contactRecordApi.erase, { params: { id: customer.id }, body: { name: `Vreni ${word}` } })
  await open(page, flame)
  await expect(page.getByRole('region', { name: 'Lieferadresse' }).getByText('6300 Zug').last()).toBeVisible()
  const avis = page.getByRole('region', { name: 'AVIS' })
  await expect(avis.getByRole('link', { name: /^079/ })).toBeVisible()
  await expect(avis.getByText(`${word}@example.ch`).last()).toBeVisible()
  await expect(page.getByText(/aus Gründen des Datenschutzes/)).toHaveCount(0)
})
