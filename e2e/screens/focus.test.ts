import type { Locator, Page } from '@playwright/test'
import { formatPhone } from '#contract/contacts/phone-format'
import { commentApi } from '../../contract/src/together/comments.ts'
import { projectApi } from '../../contract/src/work/projects.ts'
import { addCustomer, addFlame, article, crate, open, rowOf, trade } from '../dossiers.ts'
import { addEncounter, openEncounters, panel } from '../encounters.ts'
import { addBoard, addContact, call, expect, field, test, unique, uniqueNumber } from './fixtures.ts'

/** Presses a button with the keyboard. */
async function press(page: Page, button: Locator): Promise<void> {
  await button.waitFor()
  await button.focus()
  await page.keyboard.press('Enter')
}
const answer = async (page: Page, name: string) => {
  const button = page.getByRole('alertdialog').getByRole('button', { name, exact: true })
  await press(page, button)
}
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('editing and removing numbers and addresses of a contact by keyboard keeps the focus in place', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const numbers = [uniqueNumber(), uniqueNumber()].map((number) => formatPhone(number.replace('0', '+41')))
  const { id } = await addContact(page, {
    surname: unique(),
    phoneNumbers: numbers.map((number) => ({ type: 'MOBILE', number })),
    addresses: [{ addressType: 'HOME', street: 'Seeweg 4', city: 'Chur', country: 'CH' }],
  })
  await page.goto(`/contacts/${id}`)
  const [first = '', second = ''] = numbers

  await press(page, button(page, `${first} bearbeiten`))
  await expect(field(page, 'Nummer')).toBeFocused()
  await press(page, button(page, 'Abbrechen'))
  await expect(button(page, `${first} bearbeiten`)).toBeFocused()

  await page.keyboard.press('Enter')
  await field(page, 'Nummer').fill('044 123 45 67')
  await press(page, button(page.getByRole('main'), 'Speichern'))
  await expect(button(page, '044 123 45 67 bearbeiten')).toBeFocused()

  await press(page, button(page, 'E-Mail-Adresse hinzufügen'))
  await field(page, 'E-Mail').fill(`${unique()}@example.ch`)
  await press(page, button(page.getByRole('main'), 'Speichern'))
  await expect(button(page, 'E-Mail-Adresse hinzufügen')).toBeFocused()

  await press(page, button(page, '044 123 45 67 entfernen'))
  await answer(page, 'Entfernen')
  await expect(button(page, `${second} entfernen`)).toBeFocused()
  await page.keyboard.press('Enter')
  await answer(page, 'Entfernen')
  await expect(button(page, 'Telefonnummer hinzufügen')).toBeFocused()
})

test('sending a comment keeps the focus in the field; deleting one moves it to the next', async ({ page, signIn }) => {
  await signIn('admin')
  const contact = await addContact(page, { surname: unique() })
  for (const text of ['Eins', 'Zwei', 'Drei']) {
    await call(page, commentApi.add, { params: { id: contact.id }, body: { text } })
  }
  await page.goto(`/contacts/${contact.id}?tab=comments`)
  const of = (text: string) => page.getByRole('article').filter({ hasText: text })
  await field(page, 'Kommentar schreiben').fill('Vier')
  await press(page, button(page, 'Senden'))
  await expect(of('Vier')).toBeVisible()
  await expect(field(page, 'Kommentar schreiben')).toBeFocused()
  await expect(field(page, 'Kommentar schreiben')).toHaveValue('')

  await press(page, button(of('Drei'), 'Löschen'))
  await expect(of('Drei')).toHaveCount(0)
  await expect(button(of('Zwei'), 'Löschen')).toBeFocused()

  await press(page, button(of('Zwei'), 'Antworten'))
  await page.keyboard.type('Ja')
  await press(page, page.getByRole('form', { name: 'admin antworten' }).getByRole('button', { name: 'Senden' }))
  await expect(of('Ja')).toBeVisible()
  await expect(button(of('Zwei').first(), 'Antworten')).toBeFocused()
})

test('deleting an encounter moves the focus to the next one', async ({ page, signIn }) => {
  await signIn('admin')
  const contact = await addContact(page, { surname: unique() })
  for (const title of ['Eins', 'Zwei']) await addEncounter(page, contact.id, { title })
  await openEncounters(page, contact.id)
  await press(page, panel(page).getByRole('button', { name: /^Zwei.*Löschen$/ }))
  await answer(page, 'Löschen')
  await expect(panel(page).getByText('Zwei')).toHaveCount(0)
  await expect(panel(page).getByRole('button', { name: /^Eins.*Löschen$/ })).toBeFocused()
})

test('deleting a row of a dossier moves the focus to the next, after the last one to the button that adds', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const { board, word } = await trade(page)
  const customer = await addCustomer(page, word)
  const flame = await addFlame(page, board, customer, {
    articles: [article('Feuerring Luna'), article('Feuerring Sol')],
    packageInfos: [crate],
  })
  await open(page, flame)
  const remove = rowOf(page, 'Artikel', 1).getByRole('button', { name: /löschen/ })
  await press(page, remove)
  await answer(page, 'Artikel löschen')
  await expect(rowOf(page, 'Artikel', 2)).toHaveCount(0)
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await answer(page, 'Artikel löschen')
  await expect(button(page, 'Artikel hinzufügen')).toBeFocused()
})

test('moving a contact into the bin and restoring it by keyboard keeps the focus in the main part of the page', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const contact = await addContact(page, { surname: unique() })
  await page.goto(`/contacts/${contact.id}`)
  await press(
    page,
    page
      .getByRole('main')
      .getByRole('button', { name: /Papierkorb/ })
      .first(),
  )
  await answer(page, 'In den Papierkorb')
  await expect(button(page, 'Wiederherstellen')).toBeVisible()
  await expect.poll(() => document.activeElement?.closest('main')?.id).toBe('main')
  await press(page, button(page, 'Wiederherstellen'))
  await expect(button(page, 'Wiederherstellen')).toHaveCount(0)
  await expect.poll(() => document.activeElement?.closest('main')?.id).toBe('main')
})

test('undoing a move by keyboard keeps the focus on the card', async ({ page, signIn }) => {
  await signIn('admin')
  const board = await addBoard(page, 'PROJECT', ['Idee', 'Arbeit'])
  const title = `Plan ${unique()}`
  await call(page, projectApi.add, { body: { title, taskboardRef: board.id, step: board.steps[0]?.id } })
  await page.goto(`/projects?board=${board.id}`)
  const card = page.getByRole('link', { name: title, exact: true })
  await card.waitFor()
  await card.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByRole('region', { name: 'Arbeit' }).getByText(title)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('region', { name: 'Idee' }).getByText(title)).toBeVisible()
  await expect(card).toBeFocused()
})
