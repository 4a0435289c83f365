import type { Locator, Page } from '@playwright/test'
import { appointmentApi } from '../contract/src/calendars/appointments.ts'
import { masterData } from '../contract/src/lists/master-data.ts'
import { userApi } from '../contract/src/users/users.ts'
import { addContact, addPerson, call, expect, test, unique } from './fixtures.ts'

/** Returns the point of a time within a column of hours. */
async function at(hours: Locator | Page, time: string, lane: Locator): Promise<{ x: number; y: number }> {
  const label = await hours.getByText(time, { exact: true }).first().boundingBox()
  const column = await lane.boundingBox()
  if (!label || !column) throw new Error('hours and day must be there')
  return { x: column.x + column.width / 2, y: label.y + 2 }
}

async function drag(page: Page, entry: Locator, to: { x: number; y: number }): Promise<void> {
  const from = await entry.boundingBox()
  if (!from) throw new Error('what is dragged must be there')
  await page.mouse.move(from.x + 30, from.y + 6)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 20, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
}

const lane = (where: Locator | Page, day: string) => where.locator(`[data-date="${day}"][role=cell]`).last()

test('a click books the slot at that time; dragging an appointment asks whether to notify its contact', async ({
  page,
  openFor,
  signIn,
}) => {
  const admin = await openFor('admin')
  const surname = `Zieher${unique()}`
  await addContact(admin, { surname, emailAddresses: [{ address: `${unique()}@example.test` }] })
  await call(admin, masterData.predefinedTimeSlots.add, {
    body: { weekday: 'WEDNESDAY', startTime: '16:00', endTime: '17:30', capacity: 2, validFrom: '2037-09-01' },
  })

  await signIn('termin')
  await page.setViewportSize({ width: 1440, height: 1100 })
  await page.goto('/appointmentcalendar?day=2037-09-09&view=week')
  const wednesday = lane(page, '2037-09-09')
  await expect(wednesday.getByText('2 von 2 frei').last()).toBeVisible()
  const inSlot = await at(page, '17:00', wednesday)
  await page.mouse.click(inSlot.x, inSlot.y)
  const picker = page.getByRole('dialog', { name: 'Kontakt suchen' })
  await picker.getByRole('textbox', { name: 'Nachname' }).fill(surname)
  await page.keyboard.press('Enter')
  await picker.getByRole('gridcell', { name: surname, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Neuer Termin' })
  await expect(dialog.getByRole('combobox', { name: 'Zeitfenster' })).toHaveText(/16:00–17:30/)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  const question = page.getByRole('dialog', { name: 'Termin bestätigen' })
  await question.getByRole('button', { name: 'Senden', exact: true }).click()
  await expect(question).toHaveCount(0)
  await expect(wednesday.getByText('1 von 2 frei')).toBeVisible()

  // whoever takes the first quarter of an hour and drags sideways keeps the time
  const entry = page.getByRole('button', { name: new RegExp(surname) })
  const [taken, thursday] = [await entry.boundingBox(), await lane(page, '2037-09-10').boundingBox()]
  await drag(page, entry, { x: (thursday?.x ?? 0) + 40, y: (taken?.y ?? 0) + 6 })
  const move = page.getByRole('alertdialog', { name: 'Termin verschieben' })
  await expect(move).toContainText('auf 10.09.2037 16:00–17:30')
  await move.getByRole('button', { name: 'Abbrechen' }).click()

  // outside the usual hours: the calendar then shows these hours as well
  await drag(page, entry, await at(page, '19:00', lane(page, '2037-09-10')))
  await expect(move).toContainText('verlässt damit sein Zeitfenster')
  await move.getByRole('button', { name: 'Verschieben' }).click()
  const change = page.getByRole('dialog', { name: 'Änderung mitteilen' })
  await expect(change.getByRole('heading', { name: 'Geändert: Ihr Termin am 10.09.2037 19:00' })).toBeVisible()
  await change.getByRole('button', { name: 'Nicht senden' }).click()
  await expect(page.getByText('20:00', { exact: true })).toBeVisible()

  await entry.press('Enter')
  await page.getByRole('button', { name: 'Absagen…' }).click()
  await page
    .getByRole('dialog', { name: 'Termin absagen' })
    .getByRole('button', { name: 'Absagen', exact: true })
    .click()
  const cancellation = page.getByRole('dialog', { name: 'Absage senden' })
  await cancellation.getByRole('button', { name: 'Nicht senden' }).click()
  await expect(page.locator('[role=dialog]')).toHaveCount(0)
})

test('by person, overlapping appointments stand side by side, and dragging moves one to another person', async ({
  page,
  openFor,
  signIn,
  database,
}) => {
  const admin = await openFor('admin')
  const surname = `Spalte${unique()}`
  const { id } = await addContact(admin, { surname })
  const me = await addPerson(database, 'termin')
  const other = await addPerson(database, 'termin')
  const users = await call(admin, userApi.list, {})
  const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? ''
  const add = (startUtc: string, endUtc: string, title: string, who: string[]) =>
    call(admin, appointmentApi.add, {
      body: { contactRef: id, startUtc, endUtc, title, participantRefs: who.map(idOf) },
    })
  await add('2037-09-15T08:00:00Z', '2037-09-15T09:00:00Z', 'Probe', [me])
  // overlapping, and late in the evening
  await add('2037-09-15T08:30:00Z', '2037-09-15T09:30:00Z', 'Zugleich', [me])
  await add('2037-09-15T18:30:00Z', '2037-09-15T20:00:00Z', 'Abend', [other])

  await signIn(me)
  await page.setViewportSize({ width: 1440, height: 1100 })
  await page.goto('/appointmentcalendar?day=2037-09-15&view=people')
  const [mine, theirs] = [page.getByRole('region', { name: me }), page.getByRole('region', { name: other })]
  const probe = mine.getByRole('button', { name: /Probe/ })
  const [one, two] = [await probe.boundingBox(), await mine.getByRole('button', { name: /Zugleich/ }).boundingBox()]
  expect((one?.x ?? 0) + (one?.width ?? 0)).toBeLessThanOrEqual((two?.x ?? 0) + 1)
  await expect(theirs.getByRole('button', { name: /^20:30–22:00 Abend/ })).toBeVisible()

  await drag(page, probe, await at(theirs, '13:00', lane(theirs, '2037-09-15')))
  const move = page.getByRole('alertdialog', { name: 'Termin verschieben' })
  await expect(move).toContainText(`Wer dann teilnimmt: ${other}`)
  await move.getByRole('button', { name: 'Verschieben' }).click()
  await expect(theirs.getByRole('button', { name: /^13:00–14:00 Probe/ })).toBeVisible()
  await expect(probe).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(mine.getByRole('button', { name: /^10:00–11:00 Probe/ })).toBeVisible()

  const from = await at(theirs, '15:00', lane(theirs, '2037-09-15'))
  const until = await at(theirs, '16:00', lane(theirs, '2037-09-15'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(until.x, until.y, { steps: 8 })
  await page.mouse.up()
  await page.getByRole('dialog', { name: 'Kontakt suchen' }).getByRole('button', { name: 'Abbrechen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Neuer Termin' })
  await expect(dialog.getByRole('textbox', { name: 'Beginn' })).toHaveValue('15.09.2037 15:00')
  await expect(dialog.getByRole('textbox', { name: 'Ende' })).toHaveValue('15.09.2037 16:15')
  await expect(dialog.getByRole('button', { name: other })).toBeVisible()
})
