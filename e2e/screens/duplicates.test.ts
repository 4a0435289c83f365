import type { Page } from '@playwright/test'
import { mergeApi } from '../../contract/src/contacts/merges.ts'
import { addContact, call, expect, expectNoAxeViolations, said, settled, test, unique } from './fixtures.ts'

/** Adds two contacts of the same person and starts a search for duplicates as an admin. */
async function findTwins(page: Page, name: string) {
  const twin = { surname: name, birthdate: '1971-03-04' }
  const one = await addContact(page, { ...twin, givenName: 'Anna', remarks: 'eins' })
  const other = await addContact(page, {
    ...twin,
    givenName: 'Anna',
    title: 'Dr.',
    remarks: 'zwei',
    emailAddresses: [{ address: `${name}@example.ch` }],
  })
  await page.goto('/duplicateContacts')
  await page.getByRole('button', { name: 'Jetzt suchen' }).click()
  // the nightly search may have found them already, and its message may still be shown
  await expect(page.getByRole('button', { name: new RegExp(`${name}.* vergleichen`) })).toBeVisible()
  return { one, other }
}

test('two duplicates are compared, merged and separated again', async ({ page, signIn }) => {
  await signIn('admin')
  const name = unique()
  const { one, other } = await findTwins(page, name)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: new RegExp(`${name}.* vergleichen`) }).click()
  await expect(page.getByText('gleicher Name und Geburtsdatum 04.03.1971')).toBeVisible()
  await expect(page.getByRole('radio', { name: `Anna ${name} bleibt bestehen`, exact: true })).toBeChecked()
  await expect(page.getByRole('radio', { name: `Titel von Dr. Anna ${name}` })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /Bemerkungen beider/ })).toBeChecked()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Zusammenführen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zusammenführen' }).click()
  await said(page, `Zusammengeführt zu «Dr. Anna ${name}»`)

  // the address of the merged contact leads to the surviving one
  await page.goto(`/contacts/${other.id}`)
  await expect(page).toHaveURL(new RegExp(`/contacts/${one.id}`))
  await expect(page.getByRole('button', { name: `E-Mail an ${name}@example.ch` })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Bemerkungen' })).toHaveValue('eins\n\nzwei')
  await settled(page)
  await page.getByRole('button', { name: 'Verlauf' }).click()
  await expect(page.getByText('Zusammengeführt mit:')).toBeVisible()

  await page.goto('/duplicateContacts?view=merges')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: `Zusammenführung zu Dr. Anna ${name} rückgängig machen` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rückgängig machen' }).click()
  await expect(page.getByText(/ist wieder getrennt$/)).toBeVisible()
  await page.goto(`/contacts/${other.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Dr. Anna ${name}`)
  await expect(page).toHaveURL(new RegExp(`/contacts/${other.id}`))
})

test('contacts that are no duplicates are dismissed, or become a relation', async ({ page, signIn }) => {
  await signIn('admin')
  const name = unique()
  const { one } = await findTwins(page, name)
  await page.getByRole('button', { name: new RegExp(`${name}.* vergleichen`) }).click()
  await page.getByRole('button', { name: /^Kein Duplikat, sondern eine Beziehung/ }).click()
  await expect(page.getByRole('radio', { name: /sind ein Paar/ })).toBeChecked()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText(/^Beziehung gemacht/)).toBeVisible()
  await page.goto(`/contacts/${one.id}?tab=relations`)
  await expect(page.getByRole('list', { name: 'Beziehungen' })).toContainText('sind ein Paar')

  const other = unique()
  await findTwins(page, other)
  await page.getByRole('button', { name: new RegExp(`${other}.* vergleichen`) }).click()
  await page.getByRole('button', { name: /^Kein Duplikat:/ }).click()
  await expect(page.getByText(/werden nicht mehr vorgeschlagen$/)).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`${other}.* vergleichen`) })).toHaveCount(0)
})

test('two admins merge the same contacts: the second is told who did it', async ({ page, signIn }) => {
  await signIn('admin')
  const name = unique()
  const { one, other } = await findTwins(page, name)
  await page.getByRole('button', { name: new RegExp(`${name}.* vergleichen`) }).click()
  await expect(page.getByRole('button', { name: 'Zusammenführen' })).toBeVisible()
  const contacts = [one, other].map(({ id, version }) => ({ contactRef: id, version }))
  await call(page, mergeApi.merge, { body: { survivorRef: one.id, contacts } })
  await page.getByRole('button', { name: 'Zusammenführen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zusammenführen' }).click()
  await expect(page.getByText(/wurde inzwischen von admin mit .* zusammengeführt/)).toBeVisible()
})

test('typing a contact that already exists shows it, with the reason', async ({ page, signIn }) => {
  await signIn('user')
  const name = unique()
  await addContact(page, { givenName: 'Ruth', surname: name, emailAddresses: [{ address: `${name}@example.ch` }] })
  await page.goto('/contacts/new')
  await page.getByRole('textbox', { name: 'Vorname' }).fill('Ruth')
  await page.getByRole('textbox', { name: 'Nachname' }).fill(name)
  const likely = page.getByRole('list', { name: 'Gibt es diesen Kontakt schon?' })
  await expect(likely).toContainText('ähnlicher Name')
  await page.getByRole('textbox', { name: 'E-Mail', exact: true }).fill(`${name}@example.ch`)
  await expect(likely).toContainText(`gleiche E-Mail-Adresse: ${name}@example.ch`)
  await expectNoAxeViolations(page)
})
