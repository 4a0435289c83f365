import { emailApi } from '../../contract/src/mail/inbox.ts'
import { addEmails } from '../emails.ts'
import { panel, rows } from '../encounters.ts'
import { addContact, call, expect, expectNoAxeViolations, said, test, unique, uniqueNumber } from './fixtures.ts'

test('the head of a contact shows who it is, with buttons to call, to write, and to add an encounter and a flame', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  const surname = `Kopf${unique()}`
  const number = uniqueNumber()
  const mail = `${surname.toLowerCase()}@example.ch`
  const contact = await addContact(page, {
    givenName: 'Nora',
    surname,
    customerType: 'RESELLER_25',
    phoneNumbers: [{ type: 'MOBILE', number }],
    emailAddresses: [{ address: `zweite.${mail}` }, { address: mail, favorite: true }],
  })
  await page.goto(`/contacts/${contact.id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Wiederverkäufer 25 %')
  await expect(main.getByRole('link', { name: /^Anrufen / })).toHaveAttribute('href', `tel:+41${number.slice(1)}`)
  const write = main.getByRole('button', { name: /^E-Mail schreiben an / })
  await expect(write).toHaveCount(2)
  await expect(write.first()).toHaveText(mail)
  await expectNoAxeViolations(page)
  await expect(page.locator('a[href^="mailto:"]')).toHaveCount(0)

  await write.first().click()
  const composer = page.getByRole('dialog', { name: 'E-Mail schreiben' })
  await expect(composer).toContainText(mail)
  await composer.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click()
  await expect(composer).toBeHidden()

  await main.getByRole('button', { name: 'Begegnung', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Begegnung hinzufügen' })
  await dialog.getByRole('textbox', { name: 'Beschreibung' }).fill('Aus dem Kopf')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Begegnung gespeichert')
  await expect(rows(page)).toContainText('Aus dem Kopf')

  await main.getByRole('button', { name: 'Flamme', exact: true }).click()
  await expect(page).toHaveURL(/\/flames\/[0-9a-f-]{36}\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Nora ${surname}`)
})

test('the timeline is open beside each contact; once folded it stays folded', async ({ page, signIn }) => {
  await signIn('user')
  const [one, other] = [await addContact(page, { surname: unique() }), await addContact(page, { surname: unique() })]
  await page.goto(`/contacts/${one.id}`)
  await expect(panel(page)).toContainText('Noch keine Begegnungen')
  await page.getByRole('button', { name: /^Begegnungen ausblenden/ }).click()
  await expect(panel(page)).toHaveCount(0)
  await page.goto(`/contacts/${other.id}`)
  const show = page.getByRole('button', { name: /^Begegnungen anzeigen/ })
  await expect(show).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await show.click()
  await expect(panel(page)).toBeVisible()
  await page.goto(`/contacts/${one.id}`)
  await expect(panel(page)).toBeVisible()
})

test('an e-mail on the timeline shows its direction, first lines and state, and follows changes of others', async ({
  page,
  signIn,
  database,
}) => {
  await signIn('user')
  const contact = await addContact(page, { surname: unique(), emailAddresses: [{ address: `${unique()}@example.ch` }] })
  const subject = `Frage ${unique()}`
  const [id] = await addEmails(database, [{ subject, from: 'frage@example.org', text: 'Haben Sie noch Schalen?' }])
  await call(page, emailApi.linkToContact, { params: { id }, query: { contactRef: contact.id } })
  await page.goto(`/contacts/${contact.id}`)
  const row = rows(page)
  await expect(row).toContainText(subject)
  await expect(row).toContainText('eingegangen · Offen')
  await expect(row).toContainText('Haben Sie noch Schalen?')
  await row.getByRole('button', { name: /Mehr anzeigen$/ }).click()
  await expect(row.getByRole('button', { name: /Weniger anzeigen$/ })).toBeVisible()
  await expectNoAxeViolations(page)
  await row.getByRole('button', { name: /: E-Mail$/ }).click()
  await expect(page.locator('a[href^="mailto:"]')).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Antworten an frage@example.org' }).click()
  const composer = page.getByRole('dialog', { name: 'E-Mail schreiben' })
  await expect(composer.getByRole('textbox', { name: 'Betreff' })).toHaveValue(`AW: ${subject}`)
  await expect(composer.getByRole('textbox', { name: 'Inhalt' })).toContainText('Haben Sie noch Schalen?')
  await composer.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click()
  await expect(composer).toHaveCount(0)
  await call(page, emailApi.setToClose, { params: { id } })
  await expect(row).toContainText('eingegangen · Geschlossen')
})
