import type { Page } from '@playwright/test'
import { addContact, api, type Made, unique } from './data.ts'

interface Encounter extends Made {
  originalKnownSince: string
}

/** Somebody of whom nothing is known yet. */
export async function addVera(page: Page) {
  const surname = `Begegnung${unique()}`
  return { ...(await addContact(page, { givenName: 'Vera', surname })), surname, name: `Vera ${surname}` }
}

export const addEncounter = (page: Page, contactId: string, encounter: object) =>
  api<Encounter>(page, 'POST', `/api/contacts/${contactId}/encounters`, { encounterType: 'TELEPHONE', ...encounter })

export const panel = (page: Page) => page.getByRole('region', { name: 'Begegnungen', exact: true })
export const rows = (page: Page) => panel(page).getByRole('list', { name: 'Begegnungen' }).getByRole('listitem')

/** Where there is room for both they stand beside the contact. */
export async function openEncounters(page: Page, contactId: string): Promise<void> {
  await page.goto(`/contacts/${contactId}`)
  await panel(page).waitFor()
}
