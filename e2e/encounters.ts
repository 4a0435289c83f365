import type { Page } from '@playwright/test'
import { encounterApi } from '../contract/src/contacts/encounters.ts'
import type { InputOf } from '../contract/src/endpoint.ts'
import { addContact, call, unique } from './data.ts'

/** Adds a contact without encounters. */
export async function addVera(page: Page) {
  const surname = `Begegnung${unique()}`
  return { ...(await addContact(page, { givenName: 'Vera', surname })), surname, name: `Vera ${surname}` }
}

type NewEncounter = InputOf<typeof encounterApi.add>['body']
export const addEncounter = (page: Page, contactId: string, encounter: Partial<NewEncounter>) =>
  call(page, encounterApi.add, { params: { id: contactId }, body: { encounterType: 'TELEPHONE', ...encounter } })

export const panel = (page: Page) => page.getByRole('region', { name: 'Begegnungen', exact: true })
export const rows = (page: Page) => panel(page).getByRole('list', { name: 'Begegnungen' }).getByRole('listitem')

/** Opens a contact in a window where its encounters stand beside it. */
export async function openEncounters(page: Page, contactId: string): Promise<void> {
  await page.goto(`/contacts/${contactId}`)
  await panel(page).waitFor()
}
