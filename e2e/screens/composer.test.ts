import { addContact, api, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

test('of a contact with several open flames it is asked which one a template speaks of', async ({ page, signIn }) => {
  await signIn('user')
  const contact = await addContact(page, { surname: `Flammen${unique()}` })
  const boards = await api<{ id: string; title: string }[]>(page, 'GET', '/api/blackboards')
  const taskboardRef = boards.find(({ title }) => title === 'Verkauf')?.id
  for (const day of ['08', '09']) {
    const dossier = { certificateName: `Schale vom ${day}.`, pickupDate: `2027-03-${day}T07:00:00Z` }
    await api(page, 'POST', '/api/flames', { contactRef: contact.id, taskboardRef, assigneeRef: null, dossier })
  }
  await page.goto(`/contacts/${contact.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Flammen/)
  await page.getByRole('banner').getByRole('button', { name: 'E-Mail schreiben' }).click()
  const composer = page.getByRole('dialog', { name: 'E-Mail schreiben' })
  await composer.getByRole('button', { name: 'Vorlage einfügen' }).click()
  const templates = page.getByRole('dialog', { name: 'Vorlage wählen' })
  await templates.getByRole('button', { name: /^Lieferung angekündigt/ }).click()
  const chooser = page.getByRole('dialog', { name: 'Für welche Flamme?' })
  await expect(chooser.getByRole('listitem')).toHaveCount(2)
  await expectNoAxeViolations(page)
  await chooser.getByRole('button', { name: /Schale vom 09/ }).click()
  await expect(composer.getByRole('textbox', { name: 'Inhalt' })).toContainText('verlässt am 09.03.2027')
  await expect(composer.getByText('Flamme: Schale vom 09.')).toBeVisible()
})
