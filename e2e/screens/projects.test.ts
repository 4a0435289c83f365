import type { Page } from '@playwright/test'
import { addContact, api, expect, expectNoAxeViolations, type Made, said, test, unique } from './fixtures.ts'

async function addBoard(admin: Page) {
  const title = `Vorhaben ${unique()}`
  const steps = [{ title: 'Idee' }, { title: 'Läuft' }]
  return {
    title,
    ...(await api<Made & { steps: Made[] }>(admin, 'POST', '/api/blackboards', { title, kind: 'PROJECT', steps })),
  }
}

test('a project is added on its board, filled in, commented, archived and brought back', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addBoard(admin)
  const contact = await addContact(admin, { surname: 'Zumstein' })
  await signIn('user')
  await page.goto(`/projects?board=${board.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Projekte: ${board.title}` })).toBeVisible()
  await page.getByRole('button', { name: 'Neues Projekt in «Läuft»' }).click()
  const dialog = page.getByRole('dialog', { name: 'Neues Projekt in «Läuft»' })
  await dialog.getByRole('textbox', { name: 'Titel' }).fill('Messe Bern')
  await dialog.getByRole('button', { name: 'Projekt anlegen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projekt «Messe Bern»' })).toBeVisible()
  await expectNoAxeViolations(page)

  await page.getByRole('textbox', { name: 'Beginn' }).fill('12.12.2033 08:00')
  await page.getByRole('textbox', { name: 'Ende' }).fill('01.12.2033 08:00')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Das Ende muss nach dem Beginn liegen')).toBeVisible()
  await page.getByRole('textbox', { name: 'Ende' }).fill('20.12.2033 17:00')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await said(page, '«Messe Bern» ist gespeichert.')

  const [project] = await api<Made[]>(admin, 'GET', `/api/projects/blackboard/${board.id}`)
  const id = project?.id ?? ''
  const comment = await api<Made>(admin, 'POST', `/api/comments/upstream/${id}`, { text: 'Stand ist gebucht' })
  await expect(page.getByText('Stand ist gebucht')).toBeVisible()
  const { version } = await api<{ version: number }>(admin, 'GET', `/api/projects/${id}`)
  await api(admin, 'PUT', `/api/projects/${id}`, { version, contactRefs: [contact.id] })
  await expect(page.getByRole('button', { name: /Zumstein/ })).toBeVisible()

  await page.goto(`/projects/${id}/comments/${comment.id}`)
  await expect(page.getByText('Stand ist gebucht')).toBeVisible()
  await page.getByRole('button', { name: 'Archivieren' }).click()
  await said(page, '«Messe Bern» wurde archiviert.')
  await expect(page).toHaveURL(new RegExp(`/projects\\?board=${board.id}$`))
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await said(page, '«Messe Bern» ist wieder auf dem Taskboard.')
  await expect(page.getByRole('link', { name: 'Messe Bern', exact: true })).toBeVisible()
})

test('whoever manages projects sees the archived ones and takes them back, and no other screen of projects', async ({
  page,
  signIn,
  openFor,
}) => {
  const admin = await openFor('admin')
  const board = await addBoard(admin)
  const title = `Katalog ${unique()}`
  const { id } = await api<Made>(admin, 'POST', '/api/projects', { title, taskboardRef: board.id })
  await api(admin, 'PUT', `/api/projects/${id}/_archive`)
  await signIn('pm')
  await page.goto('/')
  await expect(page).toHaveURL('/allArchivedProjects')
  await page.getByRole('searchbox', { name: 'In Projekten suchen' }).fill(title)
  await expect(page.getByRole('row', { name: new RegExp(title) })).toBeVisible()
  await page.getByRole('button', { name: `Aktionen ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Aus dem Archiv zurückholen' }).click()
  await said(page, `«${title}» ist wieder auf dem Taskboard.`)
  await expect(page.getByRole('row', { name: new RegExp(title) })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Projekte', exact: true })).toHaveCount(0)
})
