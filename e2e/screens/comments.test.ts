import type { Page } from '@playwright/test'
import { addContact, api, expect, expectNoAxeViolations, field, test, unique } from './fixtures.ts'

const addCommented = async (page: Page) => (await addContact(page, { surname: `Kommentiert ${unique()}` })).id
const comment = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test('two change the same comment: both versions are shown', async ({ page, signIn }) => {
  await signIn('admin')
  const id = await addCommented(page)
  const made = await api(page, 'POST', `/api/comments/upstream/${id}`, { text: 'Ursprung' })
  await page.goto(`/contacts/${id}?tab=comments`)
  await comment(page, 'Ursprung').getByRole('button', { name: 'Bearbeiten' }).click()
  const { origin } = new URL(page.url())
  const change = { data: { text: 'Von nebenan', version: 1 }, headers: { origin } }
  expect((await page.request.put(`/api/comments/${made.id}`, change)).ok()).toBe(true)
  await field(page, 'Kommentar').fill('Von hier')
  await page.getByRole('button', { name: 'Speichern' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Von nebenan' })
  await expect(dialog).toContainText('Von hier')
  await expectNoAxeViolations(page)
})
