import { addEmails } from './emails.ts'
import { addContact, api, expect, field, test, unique } from './fixtures.ts'

test('what one person changes is on the screen of another by itself', async ({ page, signIn, openFor }) => {
  await signIn('user')
  const made = await api<{ id: string; version: number }>(page, 'POST', '/api/contacts', {
    legalType: 'NATURAL',
    givenName: 'Lena',
    surname: 'Vorher',
  })
  await page.goto(`/contacts/${made.id}`)
  await expect(field(page, 'Nachname')).toHaveValue('Vorher')

  const other = await openFor('admin')
  await other.goto(`/contacts/${made.id}`)
  await field(other, 'Nachname').fill('Nachher')
  await other.getByRole('banner').getByRole('button', { name: 'Speichern' }).click()
  await expect(field(page, 'Nachname')).toHaveValue('Nachher')

  await page.goto('/contactSearch?surname=Nachher')
  await expect(page.getByRole('grid').or(page.getByRole('table'))).toContainText('Nachher')
  await field(other, 'Vorname').fill('Magdalena')
  await other.getByRole('banner').getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('grid').or(page.getByRole('table'))).toContainText('Magdalena')
})

test('whichever screen stands open follows what another person does', async ({ page, signIn, openFor, database }) => {
  await signIn('admin')
  const other = await openFor('admin')
  const name = unique()
  const sees = (text: string) => expect(page.getByRole('main')).toContainText(text)
  const unseen = (text: string) => expect(page.getByRole('main')).not.toContainText(text)
  const { id: contactRef } = await addContact(other, { surname: name })
  const steps = [{ title: 'Anfrage' }, { title: 'Versand' }]
  const board = await api<{ id: string; steps: { id: string }[] }>(other, 'POST', '/api/blackboards', {
    title: `Tafel ${name}`,
    kind: 'FLAME',
    steps,
  })

  // the board
  await page.goto(`/flames?board=${board.id}`)
  await sees('Keine Flamme in diesem Schritt')
  const flame = await api(other, 'POST', '/api/flames', { contactRef, taskboardRef: board.id })
  const inStep = (title: string) => page.getByRole('region', { name: title }).locator('[data-card]')
  await expect(inStep('Anfrage')).toHaveText([name])
  const boardReads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(`/blackboard/${board.id}`)) boardReads.push(request.url())
  })
  const to = { version: flame.version, taskboardRef: board.id, step: board.steps[1]?.id }
  const moved = await api(other, 'PUT', `/api/flames/${flame.id}/_move`, to)
  await expect(inStep('Versand')).toHaveText([name])
  expect(boardReads).toHaveLength(1)

  // a dossier, also while somebody types in it
  await page.goto(`/flames/${flame.id}/${board.id}`)
  const notes = field(page, 'Notizen')
  await expect(notes).toBeVisible()
  await notes.fill('Meine Notiz')
  const dossier = { certificateName: 'Anders' }
  await api(other, 'PUT', `/api/flames/${flame.id}`, { version: moved.version, dossier })
  await expect(page.getByText(/Jemand hat das inzwischen geändert/)).toBeVisible()
  await expect(notes).toHaveValue('Meine Notiz')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(page.getByText(/Jemand hat das inzwischen geändert/)).toBeHidden()

  // comments and encounters of a contact
  await page.goto(`/contacts/${contactRef}?tab=comments`)
  await sees('Noch kein Kommentar.')
  await api(other, 'POST', `/api/comments/upstream/${contactRef}`, { text: `Geprüft ${name}` })
  await sees(`Geprüft ${name}`)

  // the inbox
  const [email] = await addEmails(database, [{ subject: `Frage ${name}`, from: 'kundin@example.test' }])
  await page.goto(`/emails/${email}`)
  await sees(`Frage ${name}`)
  await api(other, 'PUT', `/api/emails/${email}/set-in-progress`)
  await expect(page.getByRole('article')).toContainText('In Arbeit')

  // a list of master data, users and imports
  await page.goto('/sectors')
  await api(other, 'POST', '/api/misc/sectors', { title: `Branche ${name}` })
  await sees(`Branche ${name}`)
  await page.goto('/users')
  const user = await api(other, 'POST', '/api/users', { username: name, password: 'ein langes Passwort' })
  await expect(page.getByRole('gridcell', { name, exact: true })).toBeVisible()
  await api(other, 'DELETE', `/api/users/${user.id}`)
  await expect(page.getByRole('gridcell', { name, exact: true })).toBeHidden()
  await unseen(`Branche ${name}`)
})

test('the browser that made a change shows it with the live channel cut', async ({ page, signIn }) => {
  await page.routeWebSocket(/notifications/, () => {})
  await signIn('user')
  const { id } = await addContact(page, { surname: `Allein ${unique()}` })
  await page.goto(`/contacts/${id}?tab=comments`)
  await field(page, 'Kommentar schreiben').fill('Allein geschrieben')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('article').filter({ hasText: 'Allein geschrieben' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Kommentare (1)' })).toBeVisible()
})
