import type { Page } from '@playwright/test'
import { addContact, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Überall suchen' })
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Überall suchen' })
const option = (page: Page, name: RegExp | string) => palette(page).getByRole('option', { name })

test('two keys lead to whatever was written down, and the place is among the last ones then', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  const surname = `Suchmich${unique()}`
  const { id } = await addContact(page, { surname, givenName: 'Jürg' })
  await page.goto('/contactSearch')
  await expect(page.getByRole('button', { name: 'Globale Suche (Ctrl+K)' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill(`juerg ${surname.toLowerCase()}`)
  await field(page).press('Enter')
  await expect(option(page, new RegExp(`Jürg ${surname}`))).toBeVisible()
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

test('pages and actions are offered as one types, and what is not there is said', async ({ page, signIn }) => {
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
