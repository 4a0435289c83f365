import { readFile } from 'node:fs/promises'
import { addContact, expect, expectNoAxeViolations, field, said, test, unique } from './fixtures.ts'

// what the tests have refused
test.use({ expectedErrors: /409 \(Conflict\)|500 \(Internal Server Error\)|contact search failed/ })

test('a failed search says why and can be repeated, a failed export shows the alert', async ({ page, signIn }) => {
  await signIn('user')
  const name = unique()
  await addContact(page, { surname: name })
  const broken = { status: 500, json: { status: 500, code: 'INTERNAL', detail: 'Server-Fehler' } }
  let isBroken = true
  await page.route('**/api/contacts/_search', (route) => (isBroken ? route.fulfill(broken) : route.continue()))
  await page.goto(`/contactSearch?surname=${name}`)
  await expect(page.getByRole('alert')).toContainText('Server-Fehler')
  await expect(page.getByText('Kein Kontakt entspricht der Suche')).toBeHidden()
  const asked = page.waitForRequest('**/api/contacts/_search')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await asked
  isBroken = false
  // what somebody else changes meanwhile has it asked again, too
  const again = page.getByRole('button', { name: 'Erneut versuchen' })
  await expect(page.getByRole('gridcell', { name }).or(again)).toBeVisible()
  if (await again.isVisible()) await again.click({ timeout: 2000 }).catch(() => {})
  await expect(page.getByRole('gridcell', { name })).toBeVisible()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Als CSV' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(name)
  await page.route('**/api/contacts/_exportAsResult*', (route) => route.fulfill(broken))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Als Excel (XLSX)' }).click()
  await expect(page.getByRole('alert')).toHaveText('An error occurred. Please try again later Server-Fehler')
})

test('a contact person is chosen in the quick search, by keyboard alone', async ({ page, signIn }) => {
  await signIn('user')
  const name = unique()
  await addContact(page, { givenName: 'Petra', surname: name })
  const { id } = await addContact(page, { legalType: 'LEGAL', companyName: `${name} AG` })
  await page.goto(`/contacts/${id}`)
  await page.getByRole('button', { name: 'Kontaktperson hinzufügen', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Kontaktperson hinzufügen' })
  await expect(field(page, 'Vorname').last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Bitte füllen Sie mindestens ein Textfeld aus')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('gridcell', { name: 'Petra' })).toBeVisible()
  await dialog.getByRole('grid').focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('list', { name: 'Kontaktpersonen' }).first()).toContainText(`Petra ${name}`)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Kontakt gespeichert')
})

test('axe finds nothing on a contact with its history, an address in hand and the choice of a person', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const name = unique()
  const owner = await addContact(page, { surname: name, emailAddresses: [{ address: `${name}@example.ch` }] })
  const { id } = await addContact(page, {
    givenName: 'Anna',
    surname: name,
    uidCheck: { value: 'CHE-116.281.272' },
    emailAddresses: [{ address: `${name}@example.ch`, sharedByContactPersonRef: owner.id }],
    addresses: [{ addressType: 'HOME', street: 'Seeweg 4' }],
  })
  await page.goto(`/contacts/${id}`)
  await page.getByRole('button', { name: 'Verlauf' }).click()
  await page.getByRole('button', { name: 'Seeweg 4 bearbeiten' }).click()
  await expect(page.getByRole('list', { name: 'Verlauf' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Kontaktperson hinzufügen', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoAxeViolations(page)
})
