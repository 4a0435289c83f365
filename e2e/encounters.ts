import type { Page } from '@playwright/test'
import { addContact, api, expect, type Made, unique } from './fixtures.ts'

interface Encounter extends Made {
  originalKnownSince: string
}

export const addVera = async (page: Page, surname = `Begegnung${unique()}`) => {
  const made = await addContact(page, { givenName: 'Vera', surname })
  return { ...made, name: `Vera ${surname}` }
}
export const add = (page: Page, contactId: string, encounter: object) =>
  api<Encounter>(page, 'POST', `/api/contacts/${contactId}/encounters`, { encounterType: 'TELEPHONE', ...encounter })

export const panel = (page: Page) => page.getByRole('region', { name: 'Begegnungen', exact: true })
export const rows = (page: Page) => panel(page).getByRole('list', { name: 'Begegnungen' }).getByRole('listitem')
export const open = async (page: Page, contactId: string) => {
  await page.goto(`/contacts/${contactId}`)
  await page.getByRole('button', { name: /^Begegnungen anzeigen/ }).click()
  await expect(panel(page)).toBeVisible()
}
