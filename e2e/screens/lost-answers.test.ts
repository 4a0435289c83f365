import type { Page } from '@playwright/test'
import { contactApi } from '../../contract/src/contacts/contacts.ts'
import { encounterApi } from '../../contract/src/contacts/encounters.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import { commentApi } from '../../contract/src/together/comments.ts'
import { todoApi } from '../../contract/src/work/todos.ts'
import { addCustomer, addFlame, trade } from '../dossiers.ts'
import { openEncounters } from '../encounters.ts'
import { addBoard, addContact, call, expect, field, said, test, unique } from './fixtures.ts'

/** Lets the next call that adds something reach the product, and cuts the connection before its answer. */
async function loseAnswer(page: Page, path: RegExp) {
  let isLost = false
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}
const silence = 'Der Server antwortet nicht. Bitte prüfen Sie die Verbindung.'

test('a contact whose answer got lost is there once after it is saved again, though its e-mail address may be used once', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const surname = `Neu${unique()}`
  await page.goto('/contacts/new')
  await field(page, 'Nachname').fill(surname)
  await field(page, 'E-Mail').fill(`${surname}@example.ch`)
  await loseAnswer(page, /\/api\/contacts$/)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await said(page, silence)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Kontakt angelegt')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(surname)
  const { contacts } = await call(page, contactApi.search, { body: { surname } })
  expect(contacts).toHaveLength(1)
})

test('a comment whose answer got lost is there once; the same words that are meant a second time are there twice', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { id } = await addContact(page, { surname: `Verloren${unique()}` })
  await page.goto(`/contacts/${id}?tab=comments`)
  const texts = async () => (await call(page, commentApi.list, { params: { id } })).map(({ text }) => text)
  const write = async () => {
    await field(page, 'Kommentar schreiben').fill('Ruft zurück')
    await page.keyboard.press('Control+Enter')
  }
  await loseAnswer(page, /\/api\/comments\//)
  await write()
  await said(page, silence)
  await expect(field(page, 'Kommentar schreiben')).toHaveValue('Ruft zurück')
  await page.keyboard.press('Control+Enter')
  await expect(field(page, 'Kommentar schreiben')).toHaveValue('')
  expect(await texts()).toEqual(['Ruft zurück'])
  await write()
  await expect(page.getByRole('article').filter({ hasText: 'Ruft zurück' })).toHaveCount(2)
  expect(await texts()).toEqual(['Ruft zurück', 'Ruft zurück'])
})

test('an encounter whose answer got lost is recorded once', async ({ page, signIn }) => {
  await signIn('admin')
  const { id } = await addContact(page, { surname: `Verloren${unique()}` })
  await openEncounters(page, id)
  await page.getByRole('button', { name: 'Begegnung hinzufügen' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Begegnung hinzufügen' })
  await dialog.getByRole('textbox', { name: 'Beschreibung' }).fill('Hat angerufen.')
  await loseAnswer(page, /\/encounters$/)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await said(page, silence)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Begegnung gespeichert')
  const { encounters } = await call(page, encounterApi.list, { params: { id }, query: {} })
  expect(encounters.map(({ description }) => description)).toEqual(['Hat angerufen.'])
})

test('a to-do whose answer got lost is there once', async ({ page, signIn }) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const flame = await addFlame(page, board, await addCustomer(page, word))
  await page.goto(`/flames/${flame.id}/${board.id}/todos`)
  const quick = page.getByRole('textbox', { name: 'Neues To-do' })
  await quick.fill('Avisieren')
  await loseAnswer(page, /\/api\/todos$/)
  await quick.press('Enter')
  await said(page, silence)
  await expect(quick).toHaveValue('Avisieren')
  await quick.press('Enter')
  await expect(quick).toHaveValue('')
  await expect(page.getByRole('list', { name: 'To-dos' }).getByRole('listitem')).toHaveCount(1)
  expect(await call(page, todoApi.ofRef, { params: { ref: flame.id } })).toHaveLength(1)
})

test('a flame whose answer got lost is on the board once', async ({ page, signIn }) => {
  await signIn('admin')
  const board = await addBoard(page, 'FLAME', [{ title: 'Neu' }])
  const { id } = await addContact(page, { surname: `Verloren${unique()}` })
  await page.goto(`/new-flame/${id}/${board.id}`)
  const begin = page.getByRole('button', { name: 'Flamme anlegen' })
  await expect(begin).toBeEnabled()
  await loseAnswer(page, /\/api\/flames$/)
  await begin.click()
  await said(page, silence)
  await begin.click()
  await expect(page.getByText(/^Die Flamme für «.+» ist angelegt\.$/)).toBeVisible()
  const { flames } = await call(page, flameApi.search, { body: { contactRef: id } })
  expect(flames).toHaveLength(1)
})

test('a list of encounters whose answer got lost is recorded once', async ({ page, signIn }) => {
  await signIn('admin')
  const { id } = await addContact(page, { surname: `Verloren${unique()}` })
  await page.goto('/contacts')
  await page.getByRole('button', { name: 'Begegnung für eine Liste' }).click()
  const dialog = page.getByRole('dialog', { name: 'Begegnung für eine Liste von Kontakten' })
  const file = { name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from(`Id\n${id}\n`) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await loseAnswer(page, /\/upload-with-contacts$/)
  const record = dialog.getByRole('button', { name: 'Für alle erfassen' })
  await record.click()
  await said(page, silence)
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await record.click()
  await expect(dialog.getByRole('status')).toHaveText(/^Eine Begegnung erfasst/)
  const { encounters } = await call(page, encounterApi.list, { params: { id }, query: {} })
  expect(encounters).toHaveLength(1)
})
