import type { Page } from '@playwright/test'
import { todoPackageApi } from '../../contract/src/lists/todo-packages.ts'
import { commentApi } from '../../contract/src/together/comments.ts'
import { userApi } from '../../contract/src/users/users.ts'
import { projectApi } from '../../contract/src/work/projects.ts'
import { addBoard, addContact, call, expect, expectNoAxeViolations, said, test, unique } from './fixtures.ts'

const addProjectBoard = (admin: Page) => addBoard(admin, 'PROJECT', ['Idee', 'Läuft'])

test('a project is added on its board, filled in, commented, archived and brought back', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addProjectBoard(admin)
  const surname = `Zumstein${unique()}`
  const contact = await addContact(admin, { surname })
  await signIn('user')
  await page.goto(`/projects?board=${board.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Projekte: ${board.title}` })).toBeVisible()
  await page.getByRole('button', { name: 'Neues Projekt in «Läuft»' }).click()
  const dialog = page.getByRole('dialog', { name: 'Neues Projekt in «Läuft»' })
  await dialog.getByRole('textbox', { name: 'Titel' }).fill('Messe Bern')
  await dialog.getByRole('button', { name: 'Projekt anlegen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projekt «Messe Bern»' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hochladen' })).toBeVisible()
  await expect(page.getByText('Zu diesem Projekt gibt es keine To-dos')).toBeVisible()
  await expectNoAxeViolations(page)

  await expect(page.getByRole('button', { name: 'Speichern' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Beginn' }).fill('12.12.2033 08:00')
  await page.getByRole('textbox', { name: 'Ende' }).fill('01.12.2033 08:00')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Das Ende muss nach dem Beginn liegen')).toBeVisible()
  await page.getByRole('textbox', { name: 'Ende' }).fill('20.12.2033 17:00')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await said(page, '«Messe Bern» ist gespeichert.')
  await expect(page.getByRole('button', { name: 'Speichern' })).toBeDisabled()

  const [project] = await call(admin, projectApi.board, { params: { id: board.id } })
  const id = project?.id ?? ''
  const comment = await call(admin, commentApi.add, { params: { id }, body: { text: 'Stand ist gebucht' } })
  await expect(page.getByText('Stand ist gebucht')).toBeVisible()
  const { version } = await call(admin, projectApi.get, { params: { id } })
  await call(admin, projectApi.update, { params: { id }, body: { version, contactRefs: [contact.id] } })
  await expect(page.getByRole('button', { name: /Zumstein/ })).toBeVisible()

  await page.goto(`/projects/${id}/comments/${comment.id}`)
  await expect(page.getByText('Stand ist gebucht')).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Überall suchen' })
  await search.getByRole('combobox', { name: 'Überall suchen' }).fill(surname)
  await search.getByRole('combobox', { name: 'Überall suchen' }).press('Enter')
  await search.getByRole('option', { name: /^Messe Bern/ }).click()
  await expect(page).toHaveURL(`/projects/${id}/${board.id}`)
  await page.getByRole('button', { name: 'Archivieren' }).click()
  await said(page, '«Messe Bern» wurde archiviert.')
  await expect(page).toHaveURL(new RegExp(`/projects\\?board=${board.id}$`))
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await said(page, '«Messe Bern» ist wieder auf dem Taskboard.')
  await expect(page.getByRole('link', { name: 'Messe Bern', exact: true })).toBeVisible()
})

test('a project manager sees the archived projects, takes them back, and has no other screen of projects', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addProjectBoard(admin)
  const title = `Katalog ${unique()}`
  const users = await call(admin, userApi.list, {})
  const assigneeRef = users.find(({ username }) => username === 'pm')?.id
  const { id } = await call(admin, projectApi.add, { body: { title, taskboardRef: board.id, assigneeRef } })
  await call(admin, projectApi.archive, { params: { id } })
  await signIn('pm')
  await page.goto('/')
  await expect(page).toHaveURL('/allArchivedProjects')
  await page.getByRole('searchbox', { name: 'In Projekten suchen' }).fill(title)
  await expect(page.getByText('Für diese Seite fehlt Ihnen die Berechtigung.')).toHaveCount(0)
  await expect(page.getByRole('row', { name: new RegExp(title) })).toBeVisible()
  await page.getByRole('button', { name: `Aktionen ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Aus dem Archiv zurückholen' }).click()
  await said(page, `«${title}» ist wieder auf dem Taskboard.`)
  await expect(page.getByRole('row', { name: new RegExp(title) })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Projekte', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: /^Benachrichtigungen, / }).click()
  await expect(page.getByRole('dialog', { name: 'Benachrichtigungen' })).toContainText(
    `Neues Projekt für Sie: ${title}`,
  )
})

test('to-dos of a project are added, finished and counted on its card; those of a package follow its dates', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addProjectBoard(admin)
  const title = `Messe ${unique()}`
  const body = { title, taskboardRef: board.id, start: '2033-12-04T23:00:00Z', finished: '2033-12-18T23:00:00Z' }
  const { id } = await call(admin, projectApi.add, { body })
  const packageTitle = `Ablauf ${unique()}`
  await call(admin, todoPackageApi.add, {
    body: {
      title: packageTitle,
      todos: [{ title: 'Aufbauen', startFrom: 'PROJECT_START', startOperator: 'SUBTRACT_DAYS', startDays: 2 }],
    },
  })
  await signIn('user')
  await page.goto(`/projects/${id}/${board.id}`)
  const rows = page.getByRole('list', { name: 'To-dos' }).getByRole('listitem')
  await page.getByRole('textbox', { name: 'Neues To-do' }).fill('Stand buchen')
  await page.getByRole('link', { name: 'Abholkalender' }).click()
  await page.getByRole('alertdialog', { name: 'Ungespeicherte Änderungen' }).waitFor()
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await page.getByRole('textbox', { name: 'Neues To-do' }).press('Enter')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Paket anwenden' }).click()
  await page.getByRole('combobox', { name: 'To-do-Paket' }).click()
  await page.getByRole('option', { name: packageTitle }).click()
  await expect(page.getByRole('region', { name: 'Das entsteht' })).toContainText('2 Tage vor Projektbeginn 05.12.2033')
  await page.getByRole('button', { name: 'Anwenden', exact: true }).click()
  await said(page, '1 To-do angelegt')
  await expect(rows).toHaveCount(2)
  await page.getByRole('checkbox', { name: '«Stand buchen» erledigt' }).click()
  await said(page, '«Stand buchen» ist erledigt')

  await page.getByRole('textbox', { name: 'Beginn' }).fill('07.12.2033')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await said(page, `«${title}» ist gespeichert.`)
  await page.getByRole('button', { name: 'Ansehen' }).click()
  const moving = page.getByRole('dialog')
  await expect(moving).toContainText('03.12.2033')
  await expect(moving).toContainText('05.12.2033')
  await expectNoAxeViolations(page)
  await moving.getByRole('button', { name: 'Mitverschieben' }).click()
  await said(page, '1 To-do verschoben')
  // the editor has a button with this name as well
  await page.getByText('Rückgängig', { exact: true }).click()
  await page.getByRole('button', { name: 'Ansehen' }).click()
  await expect(moving).toContainText('03.12.2033')
  await moving.getByRole('button', { name: 'Mitverschieben' }).click()
  await said(page, '1 To-do verschoben')

  await page.goto(`/projects?board=${board.id}`)
  await expect(page.getByText(/To-dos: 1 von 2 erledigt · nächstes: Aufbauen/)).toBeVisible()
  await page.goto('/ownToDos')
  await page.getByRole('searchbox', { name: 'To-dos suchen' }).fill('Aufbauen')
  await page.getByRole('row', { name: new RegExp(`Aufbauen.*${title}`) }).click()
  await expect(page).toHaveURL(`/projects/${id}/${board.id}`)
})

test('input for a project that somebody puts into the bin waits until the project is back', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addProjectBoard(admin)
  const { id } = await call(admin, projectApi.add, { body: { title: 'Umbau', taskboardRef: board.id } })
  await signIn('user')
  await page.goto(`/projects/${id}/${board.id}`)
  const title = page.getByRole('textbox', { name: 'Titel' })
  await title.fill('Umbau Halle')
  await call(admin, projectApi.remove, { params: { id } })
  await expect(page.getByText(/^Dieses Projekt liegt seit .* im Papierkorb\.$/)).toBeVisible()
  await expect(page.getByText('Was Sie getippt haben, ist nicht gespeichert.', { exact: false })).toBeVisible()
  const newer = page.getByText('Jemand hat das inzwischen geändert', { exact: false })
  await expect(newer).toHaveCount(0)
  await expect(title).toHaveValue('Umbau Halle')
  await page.getByRole('button', { name: 'Wiederherstellen' }).click()
  await said(page, '«Umbau» ist wieder auf dem Taskboard.')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await said(page, '«Umbau Halle» ist gespeichert.')
  await expect(newer).toHaveCount(0)
})

test('documents of a project are uploaded, kept by version, renamed and restored', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addProjectBoard(admin)
  const project = await call(admin, projectApi.add, { body: { taskboardRef: board.id, title: 'Messe' } })
  await signIn('user')
  await page.goto(`/projects/${project.id}/${board.id}`)
  const upload = (name: string, content: string) =>
    page
      .locator('input[type=file]')
      .last()
      .setInputFiles([{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }])
  const results = page.getByRole('region', { name: 'Hochgeladene Dateien' })
  await expect(page.getByText('Dieses Projekt hat noch keine Dokumente.')).toBeVisible()
  await upload('Plan.txt', 'erster Plan')
  await expect(results).toContainText('Plan.txt: Die Datei ist abgelegt.')
  await upload('Plan.txt', 'zweiter Plan')
  await expect(results).toContainText('Die Datei ist als neue Version von «Plan.txt» abgelegt.')
  await upload('setup.exe', 'MZ\x90')
  await expect(results).toContainText('setup.exe: Diese Art von Datei wird hier nicht angenommen.')

  const choose = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Aktionen für ${name}` }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await choose('Plan.txt', 'Versionen')
  const versions = page.getByRole('dialog', { name: 'Versionen von «Plan.txt»' })
  await versions.getByRole('button', { name: 'Version 1 wieder verwenden' }).click()
  await expect(versions.getByRole('listitem')).toHaveText([/Version 2/, /Version 1.*aktuell/])
  await expectNoAxeViolations(page)
  await versions.getByRole('listitem').nth(0).getByRole('button', { name: 'Ansehen' }).click()
  await expect(page.getByRole('region', { name: 'Plan.txt' })).toHaveText('zweiter Plan')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await choose('Plan.txt', 'Umbenennen')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Standplan.txt')
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click()
  await choose('Standplan.txt', 'Löschen')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText('Dieses Projekt hat noch keine Dokumente.')).toBeVisible()
  await page.getByText('Rückgängig', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Standplan.txt ansehen' })).toBeVisible()
})

test('the address of a missing project or flame says so, and where to go on', async ({ page, signIn }) => {
  await signIn('user')
  const nobody = '018cc35c-5f20-7762-82e5-a7e9113d6999'
  await page.goto(`/projects/${nobody}/${nobody}`)
  await expect(page.getByRole('main')).toContainText('Dieses Projekt gibt es nicht')
  await page.getByRole('button', { name: 'Zu den Projekten' }).click()
  await expect(page).toHaveURL(/\/projects($|\?)/)
  await page.goto(`/flames/${nobody}/${nobody}`)
  await expect(page.getByRole('main')).toContainText('Diese Flamme gibt es nicht')
  await page.getByRole('button', { name: 'Zu den Flammen' }).click()
  await expect(page).toHaveURL(/\/flames($|\?)/)
})
