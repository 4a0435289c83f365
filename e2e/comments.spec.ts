import type { Page } from '@playwright/test'
import { addContact, api, expect, expectNoAxeViolations, field, test, unique } from './fixtures.ts'

// what the tests have refused
test.use({ expectedErrors: /409 \(Conflict\)/ })

const addCommented = async (page: Page) => (await addContact(page, { surname: `Kommentiert ${unique()}` })).id
const comment = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test('a comment with a mention is written, answered, changed, deleted and taken back by keyboard', async ({
  page,
  signIn,
  openFor,
}) => {
  await signIn('user')
  const id = await addCommented(page)
  await page.goto(`/contacts/${id}?tab=comments`)
  await expect(page.getByText('Noch kein Kommentar.')).toBeVisible()
  await field(page, 'Kommentar schreiben').pressSequentially('Bitte @adm')
  await expect(page.getByRole('option', { name: 'admin' })).toHaveAttribute('aria-selected', 'true')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('prüfen')
  await expect(field(page, 'Kommentar schreiben')).toHaveValue('Bitte @admin prüfen')
  await page.keyboard.press('Control+Enter')
  await expect(comment(page, 'Bitte @admin prüfen').locator('mark')).toHaveText('@admin')
  await expect(page.getByRole('tab', { name: 'Kommentare (1)' })).toBeVisible()

  const admin = await openFor('admin')
  await admin.goto(`/contacts/${id}?tab=comments`)
  await comment(admin, 'Bitte').getByRole('button', { name: 'Antworten' }).click()
  await field(admin, 'user antworten').fill('Ist geprüft')
  await admin.getByRole('form', { name: 'user antworten' }).getByRole('button', { name: 'Senden' }).click()
  await expect(comment(admin, 'Ist geprüft')).toBeVisible()
  await expectNoAxeViolations(admin)

  await page.reload()
  await expect(comment(page, 'Ist geprüft').getByRole('button', { name: 'Löschen' })).toHaveCount(0)
  const own = comment(page, 'Bitte @admin')
  await own.getByRole('button', { name: 'Bearbeiten' }).click()
  await field(page, 'Kommentar').fill('Ist es geprüft, @admin?')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(comment(page, 'Ist es geprüft')).toContainText('bearbeitet')
  await comment(page, 'Ist es geprüft').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText('gelöscht', { exact: true })).toBeVisible()
  await expect(comment(page, 'Ist geprüft')).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(comment(page, 'Ist es geprüft')).toBeVisible()
})

test('a colleague’s comment appears by itself', async ({ page, signIn, clock }) => {
  await signIn('user')
  const id = await addCommented(page)
  await page.goto(`/contacts/${id}?tab=comments`)
  await expect(page.getByText('Noch kein Kommentar.')).toBeVisible()
  await api(page, 'POST', `/api/comments/upstream/${id}`, { text: 'Von nebenan' })
  await clock.fastForward(31_000)
  await expect(comment(page, 'Von nebenan')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Kommentare (1)' })).toBeVisible()
})

test('the address of a comment shows it, in the dark on a phone too', async ({ page, signIn, openFor }) => {
  await signIn('user')
  const id = await addCommented(page)
  const first = await api(page, 'POST', `/api/comments/upstream/${id}`, { text: 'Gesuchter Kommentar' })
  for (let number = 0; number < 12; number++) {
    await api(page, 'POST', `/api/comments/upstream/${id}`, { text: `Kommentar ${number}` })
  }
  const reader = await openFor('termin')
  await reader.emulateMedia({ colorScheme: 'dark' })
  await reader.setViewportSize({ width: 390, height: 844 })
  await reader.goto(`/contacts/${id}/comments/${first.id}`)
  await expect(comment(reader, 'Gesuchter Kommentar')).toHaveAttribute('aria-current', 'true')
  await expect(comment(reader, 'Gesuchter Kommentar')).toBeInViewport()
  await expect(field(reader, 'Kommentar schreiben')).toHaveCount(0)
  await expect(reader.getByRole('button', { name: 'Antworten' })).toHaveCount(0)
  await expectNoAxeViolations(reader)
  await reader.goto(`/contacts/${id}/comments/01999999-0000-7000-8000-000000000000`)
  await expect(reader.getByText('Diesen Kommentar gibt es nicht mehr.')).toBeVisible()
})

test('of very many comments those in sight are drawn, older ones as they come into it', async ({ page, signIn }) => {
  await signIn('user')
  const id = await addCommented(page)
  const written = []
  for (let number = 1; number <= 160; number++) {
    written.push(await api(page, 'POST', `/api/comments/upstream/${id}`, { text: `Kommentar Nr. ${number}.` }))
  }
  await page.goto(`/contacts/${id}?tab=comments`)
  await expect(comment(page, 'Kommentar Nr. 160.')).toBeVisible()
  expect(await page.getByRole('article').count()).toBeLessThan(110)
  await expect(comment(page, 'Kommentar Nr. 1.')).toHaveCount(0)
  await expect(async () => {
    await page.getByRole('article').last().scrollIntoViewIfNeeded()
    expect(await comment(page, 'Kommentar Nr. 1.').isVisible()).toBe(true)
  }).toPass({ intervals: [100] })
  await page.goto(`/contacts/${id}/comments/${written[0]?.id}`)
  await expect(comment(page, 'Kommentar Nr. 1.')).toBeInViewport()
  await expect(comment(page, 'Kommentar Nr. 1.')).toHaveAttribute('aria-current', 'true')
})
