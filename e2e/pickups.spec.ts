import type { Page } from '@playwright/test'
import { lockedPickupDateApi, masterData } from '../contract/src/lists/master-data.ts'
import { flameApi } from '../contract/src/orders/flames.ts'
import { addBoard, addContact, call, expect, expectNoAxeViolations, settled, test, unique } from './fixtures.ts'

const cell = (page: Page, day: string) => page.locator(`[data-date="${day}"][role=cell]`)

async function drag(page: Page, name: RegExp, day: string): Promise<void> {
  const from = await page.getByRole('button', { name }).boundingBox()
  const to = await cell(page, day).boundingBox()
  if (!from || !to) throw new Error('what is dragged and where to must be there')
  await page.mouse.move(from.x + 40, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 30, { steps: 4 })
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
  await page.mouse.up()
}

test('an entry of the pickup calendar is dragged to another day, and refused on a locked one', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const board = await addBoard(page, 'FLAME', ['Bestellt'])
  const contact = await addContact(page, { surname: 'Hofer' })
  const flame = await call(page, flameApi.add, {
    body: { contactRef: contact.id, taskboardRef: board.id, dossier: { pickupDate: '2037-07-06T12:30:00.000Z' } },
  })
  await call(page, lockedPickupDateApi.add, { body: { lockedAt: '2037-07-08' } })
  const pickupDate = async () => (await call(page, flameApi.get, { params: { id: flame.id } })).dossier.pickupDate

  await signIn('user')
  await page.goto(`/pickupcalendar?day=2037-07-01&board=${board.id}`)
  const name = /^Abholung 14:30, .*Hofer/
  await expect(cell(page, '2037-07-08').getByText('gesperrt')).toBeVisible()
  await expectNoAxeViolations(page)
  await drag(page, name, '2037-07-08')
  await expect(page.getByText('Datum ist als Abholtermin blockiert')).toBeVisible()
  expect(await pickupDate()).toBe('2037-07-06T12:30:00.000Z')
  await expect(cell(page, '2037-07-06').getByRole('button', { name })).toBeVisible()

  await drag(page, name, '2037-07-09')
  await page
    .getByRole('alertdialog', { name: 'Termin verschieben' })
    .getByRole('button', { name: 'Verschieben' })
    .click()
  await expect(page.getByText(/auf den 09\.07\.2037 verschoben$/)).toBeVisible()
  await expect(cell(page, '2037-07-09').getByRole('button', { name })).toBeVisible()
  // the time of day is kept
  expect(await pickupDate()).toBe('2037-07-09T12:30:00.000Z')
})

test('the load of a day fits into its cell as a bar and numbers, with words for screen readers', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const agency = await call(page, masterData.forwardingAgencies.add, { body: { title: `Camion ${unique()}` } })
  await call(page, masterData.pickupLimits.add, { body: { forwardingAgencyId: agency.id, maxCrates: 1 } })
  const board = await addBoard(page, 'FLAME', ['Bestellt'])
  const contact = await addContact(page, { surname: 'Vollmer' })
  const day = '2037-08-05'
  const crate = { quantity: 2, widthInCm: '80', depthInCm: '80', heightInCm: '60', weightInKg: '100' }
  await call(page, flameApi.add, {
    body: {
      contactRef: contact.id,
      taskboardRef: board.id,
      dossier: { pickupDate: `${day}T10:00:00.000Z`, forwardingAgencyRef: agency.id, packageInfos: [crate] },
    },
  })
  await page.goto(`/pickupcalendar?day=2037-08-01&view=month&board=${board.id}`)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const figures = cell(page, day).getByText('⚠ 2/1', { exact: true })
    await expect(figures).toBeVisible()
    await settled(page)
    const words = cell(page, day).getByText(/^.*2 von 1 Kiste/)
    expect((await words.boundingBox())?.width).toBe(1)
    const within = await cell(page, day).boundingBox()
    const bar = await cell(page, day).locator('.pickup-load-bar').boundingBox()
    const text = await figures.boundingBox()
    if (!within || !bar || !text) throw new Error('day, bar and figures must be there')
    expect(bar.width).toBeGreaterThan(12)
    expect(text.x + text.width).toBeLessThanOrEqual(within.x + within.width)
  }
})

test('a printed month has every row of the list; holidays on the same day stand below each other', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  // Ascension Day was on 1 May
  await page.goto('/pickupcalendar?day=2008-05-01')
  const marks = cell(page, '2008-05-01').locator('.pickup-mark')
  await expect(marks.nth(1)).toBeVisible()
  const [day, one, two] = [
    await cell(page, '2008-05-01').boundingBox(),
    await marks.nth(0).boundingBox(),
    await marks.nth(1).boundingBox(),
  ]
  if (!day || !one || !two) throw new Error('the day and its holidays must be there')
  expect(two.y).toBeGreaterThanOrEqual(one.y + one.height)
  expect(Math.max(one.x + one.width, two.x + two.width)).toBeLessThanOrEqual(day.x + day.width)

  // dates of the demo data
  await page.goto('/pickupcalendar?view=list')
  const table = page.getByRole('grid')
  await expect(table.getByRole('row').nth(5)).toBeVisible()
  const all = Number(await table.getAttribute('aria-rowcount'))
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await expect(table.getByRole('row')).toHaveCount(all)
  await expect(table.getByRole('row').last()).toHaveCSS('position', 'static')
  await expect(table.getByRole('button').first()).toBeHidden()
})
