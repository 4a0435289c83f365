import type { Page } from '@playwright/test'
import { addEncounter, addVera, openEncounters, panel, rows } from '../encounters.ts'
import { api, expect, type Made, test } from './fixtures.ts'

const merge = (page: Page, survivor: Made, other: Made) =>
  api(page, 'POST', '/api/contact-merges', {
    survivorRef: survivor.id,
    contacts: [survivor, other].map(({ id, version }) => ({ contactRef: id, version })),
  })

const movedTo = (name: string) => `Der Eintrag wurde inzwischen zum Kontakt «${name}» verschoben.`

test('an encounter that somebody moved while it is edited: where it is, and nothing typed is lost', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const [from, to] = [await addVera(page), await addVera(page)]
  const made = await addEncounter(page, from.id, { description: 'Anfang' })
  await openEncounters(page, from.id)
  await rows(page)
    .getByRole('button', { name: /Bearbeiten$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Begegnung bearbeiten' })
  await dialog.getByRole('textbox', { name: 'Beschreibung' }).fill('Lang getippt')
  await api(page, 'PUT', `/api/contacts/${from.id}/encounters/${made.id}/move/${to.id}`)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText(movedTo(to.name))).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Beschreibung' })).toHaveValue('Lang getippt')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Verlassen' }).click()
  await expect(panel(page)).toContainText('Noch keine Begegnungen')

  await page.goto(`/contacts/${from.id}/encounters/${made.id}`)
  await panel(page).getByRole('button', { name: 'Dort anzeigen' }).click()
  await expect(page).toHaveURL(new RegExp(`/contacts/${to.id}/encounters/${made.id}$`))
  await expect(panel(page)).toContainText('Anfang')
})

test('what is gone is not chosen any more, whoever took it away', async ({ page, signIn }) => {
  await signIn('admin')
  const [from, to] = [await addVera(page), await addVera(page)]
  const made: Made[] = []
  for (const text of ['eins', 'zwei', 'drei']) made.push(await addEncounter(page, from.id, { description: text }))
  await openEncounters(page, from.id)
  const row = (text: string) => rows(page).filter({ hasText: text })
  for (const text of ['eins', 'zwei', 'drei']) await row(text).getByRole('checkbox').check()
  await row('eins')
    .getByRole('button', { name: /Löschen$/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(panel(page)).toContainText('2 von 2 ausgewählt')

  await api(page, 'PUT', `/api/contacts/${from.id}/encounters/${made[1]?.id}/move/${to.id}`)
  await panel(page).getByRole('button', { name: 'Löschen', exact: true }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page.getByText(movedTo(to.name))).toBeVisible()
  await expect(panel(page)).toContainText('1 von 1 ausgewählt')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('drei')
})

test('an address below a contact that was merged leads to the same place below the other', async ({ page, signIn }) => {
  await signIn('admin')
  const [survivor, gone] = [await addVera(page), await addVera(page)]
  const made = await addEncounter(page, gone.id, { description: 'Von früher' })
  const comment = await api(page, 'POST', `/api/comments/upstream/${gone.id}`, { text: 'Auch von früher' })
  await merge(page, survivor, gone)
  await page.goto(`/contacts/${gone.id}/encounters/${made.id}`)
  await expect(page).toHaveURL(new RegExp(`/contacts/${survivor.id}/encounters/${made.id}$`))
  await expect(panel(page)).toContainText('Von früher')
  await page.goto(`/contacts/${gone.id}/comments/${comment.id}`)
  await expect(page).toHaveURL(new RegExp(`/contacts/${survivor.id}/comments/${comment.id}$`))
  await expect(page.getByRole('article').filter({ hasText: 'Auch von früher' })).toBeFocused()
})
