import { text } from 'node:stream/consumers'
import { addVera, openEncounters, panel, rows } from './encounters.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

test('thousands stay smooth: only what is in sight is drawn, and the end is reached at once', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  // the demo contact with most of them
  await openEncounters(page, '018cc251-f400-7e2c-875e-161c66664626')
  await page.getByRole('slider', { name: 'Von Monat' }).focus()
  await page.keyboard.press('Home')
  // 2000, and the mail of the demo
  await expect(page.getByText(/^200\d Begegnungen$/)).toBeVisible()
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', /^200\d$/)
  expect(await rows(page).count()).toBeLessThan(40)
  await panel(page)
    .getByRole('list', { name: 'Begegnungen' })
    .evaluate((list) => list.parentElement?.scrollTo(0, 10_000_000))
  await expect(rows(page).last()).toHaveAttribute('aria-posinset', /^200\d$/)
  await expect(rows(page).last().getByRole('checkbox')).toBeVisible()
  expect(await rows(page).count()).toBeLessThan(40)
})

test('on a phone the encounters are a sheet, in the dark too', async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('user')
  await openEncounters(page, '018cc251-f400-7e2c-875e-161c66664626')
  await expect(rows(page).first()).toBeVisible()
  await expectNoAxeViolations(page)
  expect((await panel(page).boundingBox())?.width).toBe(390)
  await panel(page).getByRole('button', { name: 'Begegnungen schliessen' }).click()
  await expect(panel(page)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Begegnungen anzeigen/ })).toBeFocused()
})

test('one encounter is filed for a list of contacts, and what fits nobody comes back as a file', async ({
  page,
  signIn,
  expectError,
}) => {
  expectError(/400 \(Bad Request\)/)
  await signIn('user')
  const [one, two] = [await addVera(page), await addVera(page)]
  await page.goto('/contacts')
  await page.getByRole('button', { name: 'Begegnung für eine Liste' }).click()
  const dialog = page.getByRole('dialog', { name: 'Begegnung für eine Liste von Kontakten' })
  await expect(dialog.getByRole('combobox', { name: 'Art' })).toHaveText('Briefpost')
  await dialog.getByRole('textbox', { name: 'Beschreibung' }).fill('Katalog verschickt')
  await dialog.getByRole('button', { name: 'Für alle erfassen' }).click()
  await expect(dialog.getByText('Bitte wählen Sie zuerst eine Datei.')).toBeVisible()
  await expectNoAxeViolations(page)

  const choose = (name: string, content: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await choose('falsch.csv', '%PDF-1.7')
  await dialog.getByRole('button', { name: 'Für alle erfassen' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Sie ist ein PDF')
  await expect(dialog.getByRole('textbox', { name: 'Beschreibung' })).toHaveValue('Katalog verschickt')

  await choose(
    'liste.csv',
    `Vorname;Nachname\n${[one, two].map(({ name }) => name.replace(' ', ';')).join('\n')}\nNiemand;Da\n`,
  )
  await dialog.getByRole('button', { name: 'Für alle erfassen' }).click()
  await expect(dialog.getByRole('status')).toHaveText(
    '2 Begegnungen erfasst. Eine Zeile passt zu keinem oder zu mehreren Kontakten.',
  )
  await expect(dialog.getByRole('gridcell', { name: 'Die Begegnung ist erfasst.' })).toHaveCount(2)
  await expect(dialog.getByRole('gridcell', { name: 'Kein Kontakt passt zu dieser Zeile.' })).toBeVisible()
  await expectNoAxeViolations(page)
  const waiting = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Nicht erfasste Zeilen herunterladen' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toBe('Nicht erfasst.csv')
  expect(await text(await file.createReadStream())).toBe(
    'Vorname;Nachname;Grund\r\nNiemand;Da;Kein Kontakt passt zu dieser Zeile.\r\n',
  )
  await dialog.getByRole('link', { name: one.name }).click()
  await expect(page).toHaveURL(new RegExp(`/contacts/${one.id}$`))
  await expect(page.getByRole('button', { name: 'Begegnungen anzeigen, 1' })).toBeVisible()
})
