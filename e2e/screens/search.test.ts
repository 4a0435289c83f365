import type { Page } from '@playwright/test'
import { addContact, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Überall suchen' })
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Überall suchen' })
const option = (page: Page, name: RegExp | string) => palette(page).getByRole('option', { name })

test('Ctrl+K finds a contact, which is then among the recent places', async ({ page, signIn }) => {
  await signIn('user')
  const surname = `Suchmich${unique()}`
  const { id } = await addContact(page, { surname, givenName: 'Jürg' })
  await page.goto('/contactSearch')
  await expect(page.getByRole('button', { name: 'Globale Suche (Ctrl+K)' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill(`juerg ${surname.toLowerCase()}`)
  await field(page).press('Enter')
  await expect(option(page, new RegExp(`^Jürg ${surname}`))).toBeVisible()
  await expectNoAxeViolations(page)
  await field(page).press('Enter')
  await expect(page).toHaveURL(`/contacts/${id}`)
  await expect(palette(page)).toHaveCount(0)
  await expect
    .poll(() =>
      page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([key]) => key.includes('recent')))),
    )
    .toContain(id)
  await page.goto('/contactSearch')
  await page.getByRole('button', { name: 'Globale Suche (Ctrl+K)' }).click()
  await expect(option(page, new RegExp(surname))).toBeVisible()
})

test('the search offers pages and actions while the user types, and says when nothing is found', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  await page.goto('/contactSearch')
  await expect(page.getByRole('button', { name: 'Globale Suche (Ctrl+K)' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill('neuer kont')
  await expect(option(page, /^Neuer Kontakt$/)).toBeVisible()
  await field(page).fill('bildergal')
  await expect(option(page, 'Bildergalerie')).toBeVisible()
  await expect(option(page, 'Benutzer')).toHaveCount(0)
  await field(page).fill('12345 gibtesnicht')
  await field(page).press('Enter')
  await expect(palette(page)).toContainText('Nichts gefunden zu «12345 gibtesnicht».')
  await field(page).press('Escape')
  await expect(palette(page)).toHaveCount(0)
})

test('the search offers to begin a flame, an e-mail or an encounter for a contact, as far as the user may', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  const surname = `Beginnmich${unique()}`
  const emailAddresses = [{ address: `${surname.toLowerCase()}@example.test`, favorite: true }]
  const { id } = await addContact(page, { surname, givenName: 'Anna', emailAddresses })
  await page.goto('/contactSearch')
  await expect(page.getByRole('button', { name: 'Globale Suche (Ctrl+K)' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill(surname)
  await field(page).press('Enter')
  await expect(option(page, `Flamme für Anna ${surname}`)).toBeVisible()
  await option(page, `E-Mail an Anna ${surname}`).click()
  await expect(page.getByRole('button', { name: new RegExp(emailAddresses[0]?.address ?? '') }).first()).toBeVisible()
  await page.goto('/contactSearch')
  await expect(page.getByRole('button', { name: 'Globale Suche (Ctrl+K)' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill(surname)
  await field(page).press('Enter')
  await option(page, `Begegnung erfassen bei Anna ${surname}`).click()
  await expect(page.getByRole('dialog', { name: 'Begegnung hinzufügen' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/contacts/${id}`))

  // may record encounters, but neither add flames nor write e-mails
  await signIn('termin')
  await page.goto('/contactSearch')
  await expect(page.getByRole('button', { name: 'Globale Suche (Ctrl+K)' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill(surname)
  await field(page).press('Enter')
  await expect(option(page, `Begegnung erfassen bei Anna ${surname}`)).toBeVisible()
  for (const action of ['Flamme für', 'E-Mail an']) await expect(option(page, `${action} Anna`)).toHaveCount(0)
})

test('an action can be named before its contact, by keyboard alone', async ({ page, signIn }) => {
  await signIn('user')
  const surname = `Zuerstdiesache${unique()}`
  const { id } = await addContact(page, { surname, givenName: 'Beat' })
  await page.goto('/contactSearch')
  await expect(page.getByRole('button', { name: 'Globale Suche (Ctrl+K)' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill('begegnung erf')
  await field(page).press('Enter')
  await expect(palette(page)).toContainText('Nichts gefunden zu «begegnung erf».')
  await expect(option(page, 'Begegnung erfassen bei …')).toHaveAttribute('aria-selected', 'true')
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('Begegnung erfassen bei ')
  await field(page).fill(`Begegnung erfassen bei ${surname.toLowerCase()}`)
  await field(page).press('Enter')
  await expect(option(page, new RegExp(`^Begegnung erfassen bei Beat ${surname}`))).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(option(page, /^Neuer Kontakt/)).toHaveCount(0)
  await field(page).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Begegnung hinzufügen' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/contacts/${id}`))
  await page.keyboard.press('Control+k')
  await field(page).fill(`Neuer Kontakt ${surname}`)
  await expect(option(page, `Neuer Kontakt «${surname}»`)).toBeVisible()
})

test('all hits stand on a page of their own, which can be filtered and follows changes', async ({ page, signIn }) => {
  await signIn('user')
  const surname = `Vieltreffer${unique()}`
  let last = ''
  for (let at = 0; at < 10; at++) last = (await addContact(page, { surname, givenName: `Nr${at}` })).id
  await page.goto('/contactSearch')
  await expect(page.getByRole('button', { name: 'Globale Suche (Ctrl+K)' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill(surname)
  await field(page).press('Enter')
  await expect(option(page, 'Kontakte: alle 10 zeigen')).toBeVisible()
  await option(page, `Alle Treffer zu «${surname}»`).click()
  await expect(page).toHaveURL(`/search?term=${surname}`)
  const hits = page.getByRole('list', { name: 'Treffer' }).getByRole('link')
  await expect(hits).toHaveCount(10)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Kontakte 10' }).click()
  await expect(page).toHaveURL(`/search?term=${surname}&type=CONTACT`)
  await page.getByRole('searchbox').press('ArrowDown')
  await expect(hits.first()).toBeFocused()
  await addContact(page, { surname, givenName: 'Nr11' })
  await expect(hits).toHaveCount(11)
  await page.goto(`/search?term=${surname}&contact=${last}`)
  await expect(hits).toHaveCount(1)
  await expect(page.getByText(`Kontakt: Nr9 ${surname}`)).toBeVisible()
  await page.goto(`/search?term=${surname}&until=2001-01-01`)
  await expect(page.getByText(`Nichts gefunden zu «${surname}».`)).toBeVisible()
})
