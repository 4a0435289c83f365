import { appointmentMailApi } from '../contract/src/calendars/appointment-mail.ts'
import { mailboxApi } from '../contract/src/mail/mailboxes.ts'
import { userApi } from '../contract/src/users/users.ts'
import { call, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

test.use({ locale: 'de-CH' })

test('on a phone a time is booked by keyboard alone, in dark colours too, and the page loads less than 160 kB of code', async ({
  page,
  openFor,
  expectError,
}) => {
  // a browser that sends requests too fast gets 429 and retries without an error message
  expectError(/429/)
  const admin = await openFor('admin')
  const [mailbox] = await call(admin, mailboxApi.list, {})
  const users = await call(admin, userApi.list, {})
  const bookingUserRef = users.find(({ username }) => username === 'termin')?.id ?? ''
  const settings = await call(admin, appointmentMailApi.settings, {})
  const bookingAddress = 'https://crm.example.ch'
  const opened = { mailboxRef: mailbox?.id ?? '', bookingUserRef, bookingAddress, bookingOpen: true }
  await call(admin, appointmentMailApi.changeSettings, { body: { ...settings, ...opened } })

  let bytes = 0
  page.on('response', async (response) => {
    if (!/\.(js|css)$/.test(response.url())) return
    bytes += (await response.request().sizes()).responseBodySize
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/termin')
  const days = page.getByRole('group', { name: 'Tag' }).getByRole('radio')
  await expect(days.first()).toBeVisible()
  expect(bytes).toBeLessThan(160_000)
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await fits()
  // three language buttons, then the days as one group with one tab stop
  for (let stop = 0; stop < 4; stop++) await page.keyboard.press('Tab')
  await expect(days.first()).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(days.nth(1)).toBeChecked()
  await expectNoAxeViolations(page)
  const times = page.getByRole('group', { name: 'Zeit' }).getByRole('radio')
  while (!(await times.first().evaluate((radio) => radio === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(times.first()).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ihre Angaben' })).toBeFocused()
  await fits()
  await expectNoAxeViolations(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('Tab')
  await page.keyboard.type('Anna')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Beispiel')
  await page.keyboard.press('Tab')
  const address = `${unique()}@example.test`
  await page.keyboard.type(address)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Zwei Personen')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Andere Zeit' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Bitte bestätigen Sie den Termin' })).toBeFocused()
  await expect(page.getByText(new RegExp(address))).toBeVisible()
  await page.setViewportSize({ width: 390, height: 667 })
  await page.goto('/termin')
  await page.getByRole('group', { name: 'Tag' }).locator('label').first().click()
  await expect(page.getByRole('group', { name: 'Zeit' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/termin')
  await days.first().check()
  await expectNoAxeViolations(page)
})

test('an unknown booking link says that it does not exist or has expired', async ({ page, expectError }) => {
  expectError(/404/)
  await page.goto('/termin/nothing')
  await expect(page.getByText('Diesen Link gibt es nicht, oder er ist abgelaufen.')).toBeVisible()
  await expectNoAxeViolations(page)
})
