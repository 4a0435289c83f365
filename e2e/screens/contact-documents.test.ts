import type { Page } from '@playwright/test'
import { addContact, expect, test, unique } from './fixtures.ts'

const addNamed = async (page: Page, surname: string) => (await addContact(page, { surname })).id

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })

test('what is typed on one tab is not lost by a look at another', async ({ page, signIn }) => {
  await signIn('admin')
  const id = await addNamed(page, unique())
  await page.goto(`/contacts/${id}`)
  await page.getByRole('textbox', { name: 'Vorname' }).fill('Getippt')
  await tab(page, /^Dokumente/).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(page.getByRole('textbox', { name: 'Vorname' })).toHaveValue('Getippt')
  await expect(page).toHaveURL(new RegExp(`/contacts/${id}$`))
})
