import { draftApi } from '../../contract/src/mail/outgoing.ts'
import { boardApi } from '../../contract/src/orders/boards.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import { addContact, call, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

test('inserting a template for a contact with several open flames asks which flame it is about', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  const contact = await addContact(page, { surname: `Flammen${unique()}` })
  const boards = await call(page, boardApi.listFlameBoards, {})
  const taskboardRef = boards.find(({ title }) => title === 'Verkauf')?.id ?? ''
  for (const day of ['08', '09']) {
    const dossier = { certificateName: `Schale vom ${day}.`, pickupDate: `2027-03-${day}T07:00:00Z` }
    await call(page, flameApi.add, { body: { contactRef: contact.id, taskboardRef, assigneeRef: null, dossier } })
  }
  await page.goto(`/contacts/${contact.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Flammen/)
  await page.getByRole('banner').getByRole('button', { name: 'E-Mail schreiben' }).click()
  const composer = page.getByRole('dialog', { name: 'E-Mail schreiben' })
  await composer.getByRole('button', { name: 'Vorlage einfügen' }).click()
  const templates = page.getByRole('dialog', { name: 'Vorlage wählen' })
  const wanted = templates.getByRole('searchbox', { name: 'Vorlage suchen' })
  await wanted.press('Enter')
  await expect(templates).toBeVisible()
  await wanted.fill('angekünd')
  await wanted.press('Enter')
  const chooser = page.getByRole('dialog', { name: 'Für welche Flamme?' })
  await expect(chooser.getByRole('listitem')).toHaveCount(2)
  await expectNoAxeViolations(page)
  await chooser.getByRole('button', { name: /Schale vom 09/ }).click()
  await expect(composer.getByRole('textbox', { name: 'Inhalt' })).toContainText('verlässt am 09.03.2027')
  await expect(composer.getByRole('textbox', { name: 'Betreff' })).toBeFocused()
  await expect(composer.getByText('Flamme: Schale vom 09.')).toBeVisible()
})

test('leaving a message asks one question: closing keeps a draft, cancelling discards it unless it was saved before', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  await page.goto('/contactSearch')
  const composer = page.getByRole('dialog', { name: 'E-Mail schreiben' })
  const subject = `Entwurf ${unique()}`
  const drafts = async () => {
    const all = await call(page, draftApi.list, {})
    return all.filter((one) => one.subject === subject).length
  }
  async function write(): Promise<void> {
    await page.getByRole('banner').getByRole('button', { name: 'E-Mail schreiben' }).click()
    await composer.getByRole('textbox', { name: 'Betreff' }).fill(subject)
  }
  async function leaves(button: string, sentence: string, answer: string): Promise<void> {
    await composer.getByRole('button', { name: button, exact: true }).click()
    const asked = page.getByRole('alertdialog')
    await expect(asked).toContainText(sentence)
    await expect(asked.getByRole('button')).toHaveText(['Weiterschreiben', answer])
    await asked.getByRole('button', { name: answer }).click()
    await expect(composer).toHaveCount(0)
  }
  const kept = 'Die E-Mail ist noch nicht versendet und wird als Entwurf abgelegt.'

  await write()
  await leaves('Abbrechen', 'Die E-Mail ist noch nicht versendet und wird verworfen.', 'Verwerfen')
  await expect.poll(drafts).toBe(0)

  await write()
  await leaves('E-Mail schliessen', kept, 'Als Entwurf ablegen')
  await expect.poll(drafts).toBe(1)

  await write()
  await composer.getByRole('button', { name: 'Als Entwurf speichern' }).click()
  await expect(page.getByText('In Entwürfe abgelegt / aktualisiert')).toBeVisible()
  await leaves('Abbrechen', kept, 'Als Entwurf ablegen')
  await expect.poll(drafts).toBe(1)
})

test('a message sent while its draft is being saved leaves no draft on the server or in the browser', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  await page.goto('/contactSearch')
  const composer = page.getByRole('dialog', { name: 'E-Mail schreiben' })
  const recipients = composer.getByRole('combobox', { name: 'Empfänger' })
  await page.getByRole('banner').getByRole('button', { name: 'E-Mail schreiben' }).waitFor()
  await page.evaluate(() => {
    // faster than the composer comes
    const write = document.querySelector<HTMLElement>('header [aria-label="E-Mail schreiben"]')
    write?.click()
    for (const key of 'gesendet@example') {
      write?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  })
  const subject = `Gesendet ${unique()}`
  await expect(recipients).toHaveValue('gesendet@example')
  await page.keyboard.type('.test')
  await recipients.press('Enter')
  await composer.getByRole('textbox', { name: 'Betreff' }).fill(subject)
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/email-drafts$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await composer.getByRole('button', { name: 'Als Entwurf speichern' }).click()
  await composer.getByRole('button', { name: 'Senden' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Senden' }).click()
  await page.unroute(/\/api\/email-drafts$/)
  held.resolve()
  // removed, not only hidden behind a question
  await expect(page.getByRole('dialog', { name: 'E-Mail schreiben', includeHidden: true })).toHaveCount(0)
  const drafts = await call(page, draftApi.list, {})
  expect(drafts.filter((one) => one.subject === subject)).toEqual([])
  expect(localStorage.getItem('drafts')).not.toContain(subject)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(composer.getByRole('textbox', { name: 'Betreff' })).toHaveValue(subject)
})

test('a message interrupted by a reload is offered again', async ({ page, signIn }) => {
  await signIn('user')
  await page.goto('/contactSearch')
  const composer = page.getByRole('dialog', { name: 'E-Mail schreiben' })
  const subject = `Unterbrochen ${unique()}`
  await page.getByRole('banner').getByRole('button', { name: 'E-Mail schreiben' }).click()
  await composer.getByRole('textbox', { name: 'Betreff' }).fill(subject)
  await composer.getByRole('button', { name: 'Als Entwurf speichern' }).click()
  await expect(page.getByText('In Entwürfe abgelegt / aktualisiert')).toBeVisible()
  const field = composer.getByRole('combobox', { name: 'Empfänger' })
  await field.fill('spaet@example.test')
  await field.press('Enter')
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await page.reload()
  await expect(page.getByText(`Ihre angefangene E-Mail «${subject}» ist bei den Entwürfen.`)).toBeVisible()
  await page.getByRole('button', { name: 'Weiterschreiben' }).click()
  await expect(composer.getByRole('textbox', { name: 'Betreff' })).toHaveValue(subject)
  await expect(composer).toContainText('spaet@example.test')
})
