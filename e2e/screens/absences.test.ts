import { addContact, api, expect, expectNoAxeViolations, type Made, test, unique } from './fixtures.ts'

const inMinutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

test('who is away is shown with who stands in, where something is given to them and on their flames, until they end it', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const users = await api<(Made & { username: string })[]>(admin, 'GET', '/api/users')
  const idOf = (name: string) => users.find(({ username }) => username === name)?.id
  const board = await api<Made & { steps: Made[] }>(admin, 'POST', '/api/blackboards', {
    title: `Vertreten ${unique()}`,
    kind: 'FLAME',
    steps: [{ title: 'Anfrage' }],
  })
  const contact = await addContact(admin, { surname: 'Ferien' })
  const flame = await api(admin, 'POST', '/api/flames', {
    contactRef: contact.id,
    taskboardRef: board.id,
    assigneeRef: idOf('user'),
    reminderAtUtc: inMinutes(-1),
  })

  await signIn('user')
  await page.goto('/ownUserConfiguration')
  await page.getByRole('button', { name: 'Abwesenheit eintragen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Abwesenheit eintragen' })
  await dialog.getByRole('textbox', { name: 'Von', exact: true }).fill('01.01.2026 08:00')
  await dialog.getByRole('textbox', { name: 'Bis', exact: true }).fill('31.12.2025 17:00')
  await dialog.getByRole('combobox', { name: 'Vertretung', exact: true }).click()
  await page.getByRole('option', { name: 'admin' }).click()
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog.getByText('Das Ende muss nach dem Beginn liegen')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('textbox', { name: 'Bis', exact: true }).fill('31.12.2099 17:00')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog).toBeHidden()
  const list = page.getByRole('list', { name: 'Abwesenheiten' })
  await expect(list).toContainText('01.01.2026 08:00 bis 31.12.2099 17:00')
  await expect(list).toContainText('läuft')
  await expect(list).toContainText('Vertretung admin')
  await expectNoAxeViolations(page)

  await page.goto(`/flames?board=${board.id}`)
  await expect(page.getByText('Stellvertretung admin')).toBeVisible()
  await page.getByRole('button', { name: 'Aktionen Ferien' }).click()
  await page.getByRole('menuitem', { name: 'Zuweisen' }).click()
  await expect(page.getByRole('button', { name: /^user/ })).toContainText(
    'abwesend bis 31.12.2099 17:00, Vertretung admin',
  )
  await page.goto(`/flames/${flame.id}/${board.id}`)
  const hint = page.getByText('Bis 31.12.2099 17:00 vertritt admin, weil die zuständige Person abwesend ist')
  await expect(hint).toBeVisible()
  // live: somebody else names another one
  const [absence] = await api<(Made & { from: string; until: string })[]>(admin, 'GET', '/api/absences')
  const { id = '', version, from, until } = { version: 1, ...absence }
  await api(admin, 'PUT', `/api/absences/${id}`, { version, from, until })
  await expect(hint).toBeHidden()

  await page.goto('/ownDueTasks')
  await expect(page).toHaveURL('/ownDueFlames')

  await signIn('admin')
  await page.goto('/users?tab=absences')
  await expect(page.getByRole('list', { name: 'Abwesenheiten' })).toContainText('user, 01.01.2026 08:00')
  await page.getByRole('button', { name: /^Beenden: user, / }).click()
  await page.getByRole('alertdialog', { name: 'Abwesenheit beenden' }).getByRole('button', { name: 'Beenden' }).click()
  await expect(page.getByRole('list', { name: 'Abwesenheiten' })).toContainText('vorbei')
  await page.getByRole('button', { name: /^Löschen: user, / }).click()
  await page.getByRole('alertdialog', { name: 'Abwesenheit löschen' }).getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText('Niemand ist abwesend')).toBeVisible()
})
