import type { Page } from '@playwright/test'
import { vi } from 'vitest'
import { addContact, api, expect, expectNoAxeViolations, type Made, test, unique } from './fixtures.ts'

const steps = [
  { title: 'Anfrage' },
  { title: 'Offerte', colour: '#80621f' },
  { title: 'Versand', colour: '#2e6b34', requires: ['PICKUP_DATE', 'SAP_NUMBER'] },
]
const people = ['Ammann', 'Brunner', 'Caduff', 'Denzler'] as const

/** A board of its own with four flames, made by an admin: some in its second step, the others in its first. */
async function addBoard(admin: Page, inSecond: readonly string[] = []) {
  const title = `Sonderanfertigung ${unique()}`
  const made = await api<Made & { steps: Made[] }>(admin, 'POST', '/api/blackboards', { title, kind: 'FLAME', steps })
  let firstFlame = ''
  for (const surname of people.toReversed()) {
    const contact = await addContact(admin, { surname })
    const step = made.steps[inSecond.includes(surname) ? 1 : 0]?.id
    const flame = await api(admin, 'POST', '/api/flames', {
      contactRef: contact.id,
      taskboardRef: made.id,
      assigneeRef: null,
      step,
    })
    firstFlame = flame.id
  }
  const open = async (page: Page) => {
    await page.goto(`/flames?board=${made.id}`)
    await expect(page.getByRole('heading', { level: 1, name: `Flammen: ${title}` })).toBeVisible()
  }
  return { ...made, title, firstFlame, open }
}
const column = (page: Page, title: string) => page.getByRole('region', { name: title })
const names = (page: Page, title: string) => column(page, title).locator('[data-card]')
const card = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const menuOf = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Aktionen ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const said = (page: Page) => page.getByRole('region', { name: 'Meldungen' })

/** When the page of a new contact may come. */
const arrival = vi.hoisted(() => ({ of: Promise.resolve() }))
vi.mock('../../web/src/features/contacts/new/NewContactPage.tsx', async (original) => {
  await arrival.of
  return original()
})

test('what was typed to find somebody is taken along to their contact, and the dialog is gone before the page is there', async ({
  page,
  signIn,
  openFor,
}) => {
  const board = await addBoard(await openFor('admin'))
  const held = Promise.withResolvers<void>()
  arrival.of = held.promise
  await signIn('user')
  await board.open(page)
  await page.getByRole('button', { name: 'Neue Flamme in «Offerte»' }).click()
  const picker = page.getByRole('dialog', { name: 'Neue Flamme' })
  await picker.getByRole('textbox', { name: 'Nachname' }).fill('Furrer ')
  await picker.getByRole('textbox', { name: 'Ort' }).fill('Chur')
  await picker.getByRole('button', { name: 'Neuer Kontakt' }).click()
  await expect(picker).toBeHidden()
  held.resolve()
  await expect(page).toHaveURL(
    new RegExp(`/contacts/new\\?surname=Furrer&city=Chur&blackboardRef=${board.id}&step=${board.steps[1]?.id}$`),
  )
  await expect(page.getByRole('textbox', { name: 'Nachname' })).toHaveValue('Furrer')
  await expect(page.getByRole('textbox', { name: 'Ort' })).toHaveValue('Chur')
})

test('assigned, found by filters, into the bin and back, archived and back', async ({ page, signIn, openFor }) => {
  const board = await addBoard(await openFor('admin'))
  await signIn('user')
  await board.open(page)
  await menuOf(page, 'Ammann', 'Zuweisen…')
  await page.getByRole('button', { name: 'user (Sie)' }).click()
  await expect(said(page)).toContainText('«Ammann» ist jetzt user zugewiesen.')
  await page.getByRole('searchbox', { name: 'In Flammen suchen' }).fill('amma')
  await expect(page.getByText('1 von 4 Flammen')).toBeVisible()
  await expect(names(page, 'Anfrage')).toHaveText(['Ammann'])
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click()
  await expect(page.getByText('4 Flammen', { exact: true }).first()).toBeVisible()

  await menuOf(page, 'Ammann', 'In den Papierkorb')
  await expect(said(page)).toContainText('«Ammann» liegt im Papierkorb.')
  await expect(card(page, 'Ammann')).toBeHidden()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(card(page, 'Ammann')).toBeVisible()
  await menuOf(page, 'Ammann', 'In den Papierkorb')
  await expect(card(page, 'Ammann')).toBeHidden()
  await page.getByRole('button', { name: 'Papierkorb', exact: true }).click()
  const bin = page.getByRole('dialog', { name: `Papierkorb von «${board.title}»` })
  await expect(bin.getByRole('listitem').filter({ hasText: 'Ammann' })).toBeVisible()
  await expectNoAxeViolations(page)
  await bin.getByRole('button', { name: 'Endgültig löschen: Ammann' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Flamme «Ammann» mit ihrem Dossier endgültig löschen?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Endgültig löschen' }).click()
  await expect(bin.getByRole('listitem').filter({ hasText: 'Ammann' })).toBeHidden()
  await bin.getByRole('button', { name: 'Schliessen' }).first().click()

  await menuOf(page, 'Brunner', 'Archivieren…')
  const archiving = page.getByRole('dialog', { name: 'Flamme archivieren' })
  await archiving.getByRole('checkbox', { name: 'Kontakt zum Kunden machen' }).check()
  await archiving.getByRole('button', { name: 'Archivieren' }).click()
  await expect(card(page, 'Brunner')).toBeHidden()
  await signIn('admin')
  await page.goto('/allArchivedFlames')
  await page.getByRole('searchbox', { name: 'In Flammen suchen' }).fill('Brunner')
  await page.getByRole('button', { name: 'Aktionen Brunner' }).click()
  await page.getByRole('menuitem', { name: 'Aus dem Archiv zurückholen' }).click()
  await expect(said(page)).toContainText(`«Brunner» ist wieder in «Anfrage» auf «${board.title}».`)
  await board.open(page)
  await expect(card(page, 'Brunner')).toBeVisible()
})

test('everything by the keyboard: walk, move, menu', async ({ page, signIn, openFor }) => {
  const board = await addBoard(await openFor('admin'), ['Denzler'])
  await signIn('user')
  await board.open(page)
  await card(page, 'Ammann').focus()
  await page.keyboard.press('ArrowDown')
  await expect(card(page, 'Brunner')).toBeFocused()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(said(page)).toContainText('«Brunner» steht in «Anfrage» an Platz 1 von 3.')
  await expect(names(page, 'Anfrage')).toHaveText(['Brunner', 'Ammann', 'Caduff'])
  await expect(card(page, 'Brunner')).toBeFocused()
  // two in a row, the second with the version that the first is answered with
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(said(page)).toContainText('«Brunner» steht in «Anfrage» an Platz 3 von 3.')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(said(page)).toContainText('«Brunner» steht in «Offerte» an Platz 1 von 2.')
  await expect(card(page, 'Brunner')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(names(page, 'Anfrage')).toHaveText(['Ammann', 'Caduff', 'Brunner'])
  await card(page, 'Brunner').focus()
  await page.keyboard.press('m')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
  await expect(card(page, 'Denzler')).toBeFocused()
})

test('what the step asks for is said; an admin may give a reason', async ({ page, signIn, openFor }) => {
  const board = await addBoard(await openFor('admin'), ['Denzler'])
  await signIn('user')
  await board.open(page)
  await menuOf(page, 'Denzler', 'Verschieben nach…')
  await page.getByRole('combobox', { name: 'Schritt' }).click()
  await page.getByRole('option', { name: 'Versand' }).click()
  await page.getByRole('button', { name: 'Verschieben', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Im Dossier fehlt noch etwas' })
  await expect(dialog).toContainText('Auf dem Weg in den Schritt «Versand» fehlt im Dossier von «Denzler»:')
  await expect(dialog.getByRole('listitem')).toHaveText(['«Versand»: Abholtermin, SAP-Auftragsnummer'])
  await expect(dialog.getByRole('button', { name: 'Trotzdem weiter' })).toBeHidden()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(names(page, 'Offerte')).toHaveText(['Denzler'])

  await signIn('admin')
  await board.open(page)
  await card(page, 'Denzler').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByRole('textbox', { name: 'Begründung' }).fill('Der Kunde wartet am Tor')
  await page.getByRole('button', { name: 'Trotzdem weiter' }).click()
  await expect(names(page, 'Versand')).toHaveText(['Denzler'])
  await expect(column(page, 'Versand')).toContainText('Fehlt: Abholtermin, SAP-Auftragsnummer')
})

test('what an admin moves is seen by somebody else without a reload', async ({ page, signIn, openFor }) => {
  const admin = await openFor('admin')
  const board = await addBoard(admin)
  await signIn('user')
  await board.open(page)
  await expect(names(page, 'Anfrage')).toHaveText([...people])
  const to = { version: 1, taskboardRef: board.id, step: board.steps[1]?.id }
  await api(admin, 'PUT', `/api/flames/${board.firstFlame}/_move`, to)
  await expect(names(page, 'Offerte')).toHaveText(['Ammann'])
})
